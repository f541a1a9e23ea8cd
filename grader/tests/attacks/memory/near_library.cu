// Writes near an object of the standard library.
// ends: out_of_bounds or does_not_compile
// by: the engine's guard

#include <cstdio>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    *reinterpret_cast<volatile char*>(stdout) = 0;
    solved(in, filter, out, width, filter_width);
}
