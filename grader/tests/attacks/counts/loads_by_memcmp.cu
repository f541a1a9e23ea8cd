// Reads the image bit by bit with memcmp, which nothing counts.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: it belongs to the host's library
// by: the compiler: a function of the host

#include "solved.cuh"

#include <cstring>
__device__ inline float load_of(const float* from)
{
    unsigned word = 0;
    for (int byte = 3; byte >= 0; --byte) {
        unsigned char guess = 0;
        for (unsigned bit = 128; bit != 0; bit /= 2) {
            guess |= bit;
            if (memcmp(reinterpret_cast<const char*>(from) + byte, &guess, 1) < 0) guess &= ~bit;
        }
        word = word << 8 | guess;
    }
    return __uint_as_float(word);
}

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
