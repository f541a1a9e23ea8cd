// Blocks of 256 threads, so tiles of 248 outputs: no ninth warp for eight threads.

#include "tiled_design2.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = 256, kOutputs = kBlock - 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design2_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kBlock];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kOutputs + tx - kRadius;
    const bool in_input = i >= 0 && i < width;
    const bool in_halo  = tx < kRadius || tx >= kRadius + kOutputs;

    s_tile[tx] = in_input ? in[i] : 0.0f;
    __syncthreads();
    if (in_halo || !in_input) return;

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        sum += c_filter[d + kRadius] * s_tile[tx + d];
    out[i] = sum;
}

void conv1d_design2(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kOutputs - 1) / kOutputs;
    conv1d_design2_kernel<<<blocks, kBlock>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
