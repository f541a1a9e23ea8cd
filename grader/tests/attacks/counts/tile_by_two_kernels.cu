// Loads the tile in one kernel and sums from global memory in another, to look like a tile.
// lab: 07_conv2d_tiled
// ends: slow_pattern
// by: the measured reuse ratio

#include <cuda_runtime.h>

__constant__ float c_weights[5][5];

#include "solved.cuh"

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    solved_basic(d_in, h_filter, d_out, width, height);
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    cudaMemcpyToSymbol(c_weights, h_filter, 25 * sizeof(float));
    solved_tiled(d_in, h_filter, d_out, width, height);
    solved_basic(d_in, h_filter, d_out, width, height);
}
