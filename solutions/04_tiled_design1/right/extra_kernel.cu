// An extra kernel fills the output with -1 before the convolution stores over it.

#include "tiled_design1.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kPatch = kTile + 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1];

__global__ void fill_kernel(float* out, int width)
{
    const int i = int(blockIdx.x) * kTile + int(threadIdx.x);
    if (i < width) out[i] = -1.0f;
}

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
    __shared__ float s_tile[kPatch];

    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    for (int t = tx; t < kPatch; t += kTile) {
        const int i = begin + t;
        s_tile[t] = i >= 0 && i < width ? in[i] : 0.0f;
    }
    __syncthreads();

    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_halo_regions_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];

    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;

    s_tile[tx + kRadius] = i < width ? in[i] : 0.0f;
    if (tx < kRadius)
        s_tile[tx] = i - kRadius >= 0 ? in[i - kRadius] : 0.0f;
    if (tx >= kTile - kRadius)
        s_tile[tx + 2 * kRadius] = i + kRadius < width ? in[i + kRadius] : 0.0f;
    __syncthreads();

    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_two_step_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];

    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx - kRadius;

    s_tile[tx] = i >= 0 && i < width ? in[i] : 0.0f;
    if (tx < 2 * kRadius)
        s_tile[tx + kTile] = i + kTile < width ? in[i + kTile] : 0.0f;
    __syncthreads();

    sum_and_store(s_tile, out, width);
}

void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    fill_kernel<<<blocks, kTile>>>(d_out, width);
    CUDA_CHECK(cudaGetLastError());
    conv1d_design1_phases_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    fill_kernel<<<blocks, kTile>>>(d_out, width);
    CUDA_CHECK(cudaGetLastError());
    conv1d_design1_halo_regions_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    fill_kernel<<<blocks, kTile>>>(d_out, width);
    CUDA_CHECK(cudaGetLastError());
    conv1d_design1_two_step_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
