// Changes the compiler's options from here on.
// ends: does_not_compile
// by: the object gate: words

#pragma GCC optimize("-fno-sanitize=all")

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
