// Loads the image by an old atomic builtin that adds 0.
// lab: 07_conv2d_tiled
// ends: race
// by: the engine: an atomic update of the image races with its loads

#include "solved.cuh"

__device__ inline float load_of(const float* from) { return __uint_as_float(__sync_fetch_and_add(reinterpret_cast<unsigned*>(const_cast<float*>(from)), 0u)); }

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
