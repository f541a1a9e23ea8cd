// Tiles of 128 outputs; one unsigned comparison finds the ghosts of both ends.

#include "tiled_design1.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kThreads = 128;
constexpr int kPatch = kThreads + 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1];

__device__ float element(const float* in, int i, int width)
{
    return unsigned(i) < unsigned(width) ? in[i] : 0.0f;
}

__device__ void sum_and_store(const float* s_tile, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < width) {
        float sum = 0.0f;
        #pragma unroll
        for (int d = 0; d < 2 * kRadius + 1; ++d) sum += c_filter[d] * s_tile[threadIdx.x + d];
        out[i] = sum;
    }
}

__global__ void conv1d_design1_phases_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kThreads - kRadius;

    for (int phase = 0; phase * kThreads < kPatch; ++phase) {
        const int t = phase * kThreads + tx;
        if (t < kPatch) s_tile[t] = element(in, begin + t, width);
    }
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_halo_regions_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kThreads - kRadius;

    if (tx < kRadius) s_tile[tx] = element(in, begin + tx, width);
    s_tile[tx + kRadius] = element(in, begin + kRadius + tx, width);
    if (kThreads - 1 - tx < kRadius) s_tile[tx + 2 * kRadius] = element(in, begin + tx + 2 * kRadius, width);
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_two_step_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kThreads - kRadius;

    s_tile[tx] = element(in, begin + tx, width);
    if (tx >= kThreads - 2 * kRadius) s_tile[tx + 2 * kRadius] = element(in, begin + tx + 2 * kRadius, width);
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kThreads - 1) / kThreads;
    conv1d_design1_phases_kernel<<<blocks, kThreads>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kThreads - 1) / kThreads;
    conv1d_design1_halo_regions_kernel<<<blocks, kThreads>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kThreads - 1) / kThreads;
    conv1d_design1_two_step_kernel<<<blocks, kThreads>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
