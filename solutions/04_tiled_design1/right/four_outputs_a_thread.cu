// Blocks of 64 threads; each thread computes four outputs.

#include "tiled_design1.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kPatch = kTile + 2 * kRadius;
constexpr int kThreads = 64;

__constant__ float c_filter[2 * kRadius + 1];

__device__ void sum_and_store(const float* s_tile, float* out, int width)
{
    for (int tx = int(threadIdx.x); tx < kTile; tx += kThreads) {
        const int i = int(blockIdx.x) * kTile + tx;
        float sum = 0.0f;
        for (int d = 0; d <= 2 * kRadius; ++d) sum += c_filter[d] * s_tile[tx + d];
        if (i < width) out[i] = sum;
    }
}

__global__ void conv1d_design1_phases_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    for (int t = tx; t < kPatch; t += kThreads) {
        const int i = begin + t;
        s_tile[t] = i < 0 || i >= width ? 0.0f : in[i];
    }
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_halo_regions_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    for (int t = tx; t < kTile; t += kThreads) {
        const int i = begin + kRadius + t;
        s_tile[t + kRadius] = i < width ? in[i] : 0.0f;
    }
    if (tx < kRadius) {
        s_tile[tx] = begin >= 0 ? in[begin + tx] : 0.0f;
    } else if (tx >= 32 && tx < 32 + kRadius) {
        const int t = tx - 32 + kRadius + kTile;
        s_tile[t] = begin + t < width ? in[begin + t] : 0.0f;
    }
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_two_step_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    #pragma unroll
    for (int k = 0; k < kTile / kThreads; ++k) {
        const int t = tx + k * kThreads, i = begin + t;
        s_tile[t] = i >= 0 && i < width ? in[i] : 0.0f;
    }
    if (tx < 2 * kRadius) {
        const int i = begin + kTile + tx;
        s_tile[kTile + tx] = i < width ? in[i] : 0.0f;
    }
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_phases_kernel<<<blocks, kThreads>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_halo_regions_kernel<<<blocks, kThreads>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_two_step_kernel<<<blocks, kThreads>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
