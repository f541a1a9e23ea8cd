// Loads the image atomically, which nothing counts: the basic kernel looks tiled.
// lab: 07_conv2d_tiled
// ends: slow_pattern
// by: the measured reuse ratio

#include "solved.cuh"

__device__ inline float load_of(const float* from) { return __uint_as_float(__atomic_load_n(reinterpret_cast<const unsigned*>(from), __ATOMIC_RELAXED)); }

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
