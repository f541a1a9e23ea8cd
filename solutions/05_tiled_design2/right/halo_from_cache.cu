// Only the inner tile is shared; halo elements are read from the input, and a cache has most of them.

#include "tiled_design2.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design2_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kTile];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;
    if (i < width) s_tile[tx] = in[i];
    __syncthreads();
    if (i >= width) return;

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        if (i + d >= 0 && i + d < width)
            sum += c_filter[d + kRadius] * (tx + d >= 0 && tx + d < kTile ? s_tile[tx + d] : in[i + d]);
    out[i] = sum;
}

void conv1d_design2(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design2_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
