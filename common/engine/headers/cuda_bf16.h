#pragma once
#include "halo/bfloat16.hpp"
