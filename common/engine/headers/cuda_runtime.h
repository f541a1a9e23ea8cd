#pragma once
// The CUDA runtime of Halo's CPU engine. A .cu file includes it by its usual name.
//
// Kept small on purpose: every header here lengthens each `make` of a student. So <cmath> comes without Bessel functions and their like, which take a tenth of
// the compiler's time; where a file may need them or what they bring, as std::min, cucc includes halo/rest_of_cmath.hpp.

#include <cstddef>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wc++17-extensions"   // with -std=c++14

#include "halo/qualifiers.hpp"
#include "halo/vector_types.hpp"
#include "halo/api.hpp"
#include "halo/builtins.hpp"
#include "halo/loops.hpp"
#include "halo/results.hpp"
#include "halo/pieces.hpp"
#include "halo/local_arrays.hpp"
#include "halo/warp_runtime.hpp"
#include "halo/device_functions.hpp"
#include "halo/arithmetic.hpp"
#include "halo/launch.hpp"
#include "halo/launch_api.hpp"
#include "halo/texture_fetch.hpp"
#include "halo/surface_access.hpp"
#include "halo/configure.hpp"

#pragma GCC diagnostic pop
