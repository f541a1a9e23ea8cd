// Takes a name from the harness's header away.
// ends: does_not_compile
// by: the object gate: words

#pragma GCC poison kMaxFilterWidth

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
