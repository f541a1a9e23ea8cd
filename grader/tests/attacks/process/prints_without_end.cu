// Prints until the disk is full.
// ends: crash or timeout
// by: limits

#include <cstdio>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    for (;;) std::printf("%0999d\n", 0);
    solved(in, filter, out, width, filter_width);
}
