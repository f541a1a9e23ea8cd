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

constexpr int kBlock = kTile + 2 * kRadius;   // threads of a block = elements of its input tile

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design2_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kBlock];        // output tile plus its halo

    // Given: the input element this thread loads. int, because it may be negative.
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx - kRadius;

    const bool in_input = i >= 0 && i < width;
    const bool in_halo  = tx < kRadius || tx >= kRadius + kTile;

    // Storing the ghost elements frees the sum below from bounds tests.
    // Neighbouring threads read neighbouring elements: the load is coalesced.
    s_tile[tx] = in_input ? in[i] : 0.0f;
    __syncthreads();                        // outside every branch: halo threads must arrive too
    if (in_halo || !in_input) return;       // now they may go; the overhang stores nothing

    // A warp reads consecutive words of s_tile: no bank conflict. All its threads read the
    // same c_filter[d]: constant memory broadcasts it.
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        sum += c_filter[d + kRadius] * s_tile[tx + d];
    out[i] = sum;
}

// Given.
void conv1d_design2(const float* d_in, const float* h_filter, float* d_out, int width)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;   // kTile outputs a block, though it has kBlock threads
    conv1d_design2_kernel<<<blocks, kBlock>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());                   // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());              // did it run to its end?
}
