// expect: uncoalesced in conv1d_design3
// Half of the threads load two neighbouring elements each.

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
    if (tx < kTile / 2)
        for (int t = 2 * tx; t < 2 * tx + 2; ++t)
            if (i - tx + t < width) s_tile[t] = in[i - tx + t];
    __syncthreads();                        // outside the branch: the overhang must arrive too
    if (i >= width) return;                 // now it may go

    // Three kinds of neighbours, so two questions for each product. In the two outer warps of a block the threads
    // answer differently, and the warp goes both ways; in the others all of them read s_tile.
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d) {
        const bool in_input = i + d >= 0 && i + d < width;
        const bool in_core  = tx + d >= 0 && tx + d < kTile;
        if (!in_input) continue;            // a ghost element would add 0
        sum += c_filter[d + kRadius] * (in_core ? s_tile[tx + d] : in[i + d]);
    }
    out[i] = sum;
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
