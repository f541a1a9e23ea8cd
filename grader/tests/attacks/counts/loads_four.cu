// Loads four pixels as one number of 16 bytes, which may begin before the image or end beyond it.
// lab: 07_conv2d_tiled
// ends: out_of_bounds
// by: the engine: bytes beyond the array

#include "solved.cuh"

__device__ inline float load_of(const float* from)
{
    const __uint128_t* const aligned = reinterpret_cast<const __uint128_t*>(reinterpret_cast<unsigned long>(from) / 16 * 16);
    const __uint128_t four = *aligned;
    return __uint_as_float(unsigned(four >> (reinterpret_cast<unsigned long>(from) % 16 * 8)));
}

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
