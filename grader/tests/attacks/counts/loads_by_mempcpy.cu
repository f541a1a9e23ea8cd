// Loads pixels by mempcpy, a function of the host's library.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: it belongs to the host's library
// by: the compiler: a function of the host

#include "solved.cuh"

#include <cstring>
__device__ inline float load_of(const float* from)
{
    float value = 0.0f;
    mempcpy(&value, from, sizeof value);
    return value;
}

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
