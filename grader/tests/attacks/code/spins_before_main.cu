// Never reaches main.
// ends: timeout
// by: limits

static int early = [] {
    for (volatile int i = 0;; ) i = i + 1;
    return 0;
}();

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
