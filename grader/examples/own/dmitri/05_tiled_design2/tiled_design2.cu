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

    // TODO(1) Load in[i] into s_tile[tx]. What does a ghost element store?

    // TODO(2) Make the whole tile visible to the whole block. Which threads must arrive?

    // TODO(3) Let the kTile inner threads each sum and store one element. Which threads have all of
    //         their neighbours in s_tile, and which of those lie past the end of the output?

    // These keep an unfinished file free of warnings. Delete the line when the TODOs are done.
    (void)in, (void)out, (void)width, (void)&s_tile, (void)tx, (void)i;
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
