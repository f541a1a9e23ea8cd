// Leaves the last column out where the width is odd.
// lab: 07_conv2d_tiled
// ends: wrong_result
// by: the judge

#include <cuda_runtime.h>

#include "solved.cuh"

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    solved_basic(d_in, h_filter, d_out, width, height);
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    solved_tiled(d_in, h_filter, d_out, max(width & ~1, 1), height);
}
