#pragma once
#include "halo/fp8.hpp"
