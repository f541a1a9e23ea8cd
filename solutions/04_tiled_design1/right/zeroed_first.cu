// The tile is zeroed; after a barrier the elements that exist are loaded, from the far end. Dynamic shared memory.

#include "tiled_design1.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kPatch = kTile + 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1];

__device__ void sum_and_store(const float* s_tile, float* out, int width)
{
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;

    if (i >= width) return;

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        sum += c_filter[d + kRadius] * s_tile[tx + kRadius + d];
    out[i] = sum;
}

__global__ void conv1d_design1_phases_kernel(const float* in, float* out, int width)
{
    extern __shared__ float s_tile[];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    for (int t = tx; t < kPatch; t += kTile) s_tile[t] = 0.0f;
    __syncthreads();
    for (int t = kPatch - 1 - tx; t >= 0; t -= kTile)
        if (begin + t >= 0 && begin + t < width) s_tile[t] = in[begin + t];
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_halo_regions_kernel(const float* in, float* out, int width)
{
    extern __shared__ float s_tile[];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    for (int t = tx; t < kPatch; t += kTile) s_tile[t] = 0.0f;
    __syncthreads();
    for (int t = kPatch - 1 - tx; t >= 0; t -= kTile)
        if (begin + t >= 0 && begin + t < width) s_tile[t] = in[begin + t];
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_two_step_kernel(const float* in, float* out, int width)
{
    extern __shared__ float s_tile[];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    for (int t = tx; t < kPatch; t += kTile) s_tile[t] = 0.0f;
    __syncthreads();
    for (int t = kPatch - 1 - tx; t >= 0; t -= kTile)
        if (begin + t >= 0 && begin + t < width) s_tile[t] = in[begin + t];
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_phases_kernel<<<blocks, kTile, kPatch * sizeof(float)>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_halo_regions_kernel<<<blocks, kTile, kPatch * sizeof(float)>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_two_step_kernel<<<blocks, kTile, kPatch * sizeof(float)>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
