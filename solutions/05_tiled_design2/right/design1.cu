// The block is the output tile: its first threads load a second element each.

#include "tiled_design2.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = kTile + 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design2_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kBlock];
    const int tx = int(threadIdx.x), first = int(blockIdx.x) * kTile - kRadius;
    for (int k = tx; k < kBlock; k += kTile) {
        const int from = first + k;
        s_tile[k] = from >= 0 && from < width ? in[from] : 0.0f;
    }
    __syncthreads();

    const int i = first + kRadius + tx;
    if (i >= width) return;
    float sum = 0.0f;
    for (int k = 0; k <= 2 * kRadius; ++k) sum += c_filter[k] * s_tile[tx + k];
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
