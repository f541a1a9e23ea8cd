// expect: tap_left_out in conv1d_design3
// The sum ends one tap early.

#include "tiled_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design3_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kTile];

    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;

    if (i < width) s_tile[tx] = in[i];
    __syncthreads();
    if (i >= width) return;

    float sum = 0.0f;
    for (int d = -kRadius; d < kRadius; ++d) {
        const bool in_input = i + d >= 0 && i + d < width;
        const bool in_core  = tx + d >= 0 && tx + d < kTile;
        if (!in_input) continue;
        sum += c_filter[d + kRadius] * (in_core ? s_tile[tx + d] : in[i + d]);
    }
    out[i] = sum;
}

void conv1d_design3(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design3_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
