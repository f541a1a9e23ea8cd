// Lab 05 · Tiled 1-D convolution, design 2: the block is the input tile
//
// In the basic kernel 9 neighbouring threads fetched the same element. In design 1 a block fetches it once,
// but some threads load twice and some once. Here every thread loads exactly one element, in a single step.
//
//   in, out  [width]  float, global memory
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the input, count as 0.
//   Launch: blocks of kBlock threads, kBlock = kTile + 2R; one block per output tile.

#include "tiled_design2.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = kTile;

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design2_kernel(const float* in, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter[d + kRadius] * in[i + d];
    out[i] = sum;
}

// Given.
void conv1d_design2(const float* d_in, const float* h_filter, float* d_out, int width)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design2_kernel<<<blocks, kBlock>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());                   // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());              // did it run to its end?
}
