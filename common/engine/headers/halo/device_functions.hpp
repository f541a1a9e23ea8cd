#pragma once
// Functions of device code. They also work in host code.

#include "atomics.hpp"
#include "dynamic_programming.hpp"
#include "execution.hpp"
#include "integers.hpp"
#include "math.hpp"
#include "memory_functions.hpp"
#include "rounding.hpp"
#include "simd_in_word.hpp"
#include "warp.hpp"
