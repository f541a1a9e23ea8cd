// Lab 06 · Tiled 1-D convolution, design 3: only the core in shared memory
//
// Labs 04 and 05 paid for the halo, with second loads or with threads that only load. But each halo element lies in a
// neighbouring block's core, so it was, or will be, fetched by that block; a cache may well hold it. Here a block keeps
// its core alone in shared memory, and an output at the tile's edge reads what it lacks from global memory.
//
//   in, out  [width]  float, global memory
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the input, count as 0.
//   Launch: blocks of kTile threads; one block per output tile, one thread per output.

#include "tiled_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design3_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kTile];         // the core: an element for each thread, no halo

    // Given: the element that this thread loads, and whose output it stores.
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;

    // TODO(1) Load in[i] into s_tile[tx]. The overhang has no element: must it store one all the same?

    // TODO(2) Make the whole core visible to the whole block. Who may leave, and when?

    // TODO(3) Sum over the filter and store one element. A neighbour may lie in the core, beside it, or outside the
    //         input: how do you tell, from tx and from i? Where is each of the three read?
}

// Given.
void conv1d_design3(const float* d_in, const float* h_filter, float* d_out, int width)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design3_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}
