// Computes on the host without end.
// ends: timeout
// by: limits

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    for (volatile int i = 0;; ) i = i + 1;
    solved(in, filter, out, width, filter_width);
}
