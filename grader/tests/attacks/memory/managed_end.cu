// Writes past managed memory on the host.
// ends: out_of_bounds or crash
// by: the engine's guard

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* both = nullptr;
    cudaMallocManaged(&both, 16);
    volatile char* const behind = both;
    behind[4096] = 0;
}
