// Prints each byte of a pixel to a text with snprintf, and reads the text.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: it belongs to the host's library
// by: the compiler: a function of the host

#include "solved.cuh"

#include <cstdio>
__device__ inline float load_of(const float* from)
{
    unsigned word = 0;
    for (int byte = 3; byte >= 0; --byte) {
        char text[2] = {};
        std::snprintf(text, sizeof text, "%.1s", reinterpret_cast<const char*>(from) + byte);
        word = word << 8 | (unsigned(text[0]) & 255u);
    }
    return __uint_as_float(word);
}

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
