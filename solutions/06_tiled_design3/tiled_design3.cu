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

    // One aligned load a thread. Elements past the end are not stored as 0: the sum must ask for
    // ghost elements anyway, and never reads them here.
    // region load
    if (i < width) s_tile[tx] = in[i];
    __syncthreads();                        // outside the branch: the overhang must arrive too
    if (i >= width) return;                 // now it may go
    // endregion

    // Three kinds of neighbours, so two questions for each product. In the two outer warps of a block the threads
    // answer differently, and the warp goes both ways; in the others all of them read s_tile.
    // region sum
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d) {
        const bool in_input = i + d >= 0 && i + d < width;
        const bool in_core  = tx + d >= 0 && tx + d < kTile;
        if (!in_input) continue;            // a ghost element would add 0
        sum += c_filter[d + kRadius] * (in_core ? s_tile[tx + d] : in[i + d]);
    }
    out[i] = sum;
    // endregion
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

// Cost for R = 4, kTile = 256. Loads of in per output: (256 + R(R+1)) / 256 = 276/256 ≈ 1.08, where design 2 has 1.03:
// of the four halo elements on a side, the nearest is read by four outputs, the farthest by one.
// A block away from the ends issues 8 warp-level loads for the core and one for each d ≠ 0: 16, where design 2 has 9.
// In return the tile is just as wide as the block, nobody loads twice, and no thread of a full tile is idle.
// Price: two questions a product, for all 2304 products of a block, though the answer matters to 20 of them.
// On an NVIDIA H200 it is slower than design 2, and than lab 03's kernel without a tile. The page has the times.
