// Includes a file of the compiler's own process.
// ends: does_not_compile
// by: the compiler, in its sandbox

#include "/proc/self/environ"

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
