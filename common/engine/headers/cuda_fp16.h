#pragma once
#include "halo/half.hpp"
