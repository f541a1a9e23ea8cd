// Lab 08 · 2-D convolution, design 3: only the core in shared memory
//
// In lab 07 the block was the input tile: 144 of its 400 threads only loaded halo, and then stood idle.
// Here the block is the output tile: every thread loads the one pixel that it computes, and no other. The halo
// stays where it is. It is the core of a neighbouring block, so perhaps a cache holds it already.
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the image, count as 0.
//   Launch: blocks of kTile × kTile threads; one block per output tile.

#include "conv2d_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__global__ void conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_core[kTile][kTile];          // the output tile without its halo

    // Given: the pixel this thread loads, and computes. x runs with threadIdx.x, so that a warp reads along rows.
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;

    // TODO(1) Load in[y][x] into s_core[ty][tx]. What does a thread store whose pixel lies right of the image
    //         or below it? Will anybody read that?

    // TODO(2) Make the core visible to the whole block. Then let the overhang return. Why in this order?

    // TODO(3) Sum over the filter and store one pixel. A neighbour is in the core, or elsewhere in the image, or a
    //         ghost element: which two questions tell, and what do you read in each case? How much of the work
    //         must stand under an `if`, where the threads of a warp part?
}

// Given.
void conv2d_design3(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);          // the output tile: as many threads as outputs
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_design3_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}
