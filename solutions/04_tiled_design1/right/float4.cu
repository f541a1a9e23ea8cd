// Four elements a load: with R = 4 tile and halo begin at a multiple of 16 bytes.

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
    __shared__ __align__(16) float s_tile[kPatch];
    const int tx = int(threadIdx.x), first = int(blockIdx.x) * kTile;

    if (tx < kPatch / 4) {
        const int i = first - kRadius + 4 * tx;
        float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (i >= 0 && i + 3 < width) {
            four = *reinterpret_cast<const float4*>(in + i);
        } else {
            if (i >= 0 && i < width) four.x = in[i];
            if (i + 1 >= 0 && i + 1 < width) four.y = in[i + 1];
            if (i + 2 >= 0 && i + 2 < width) four.z = in[i + 2];
            if (i + 3 >= 0 && i + 3 < width) four.w = in[i + 3];
        }
        *reinterpret_cast<float4*>(s_tile + 4 * tx) = four;
    }
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_halo_regions_kernel(const float* in, float* out, int width)
{
    __shared__ __align__(16) float s_tile[kPatch];
    const int tx = int(threadIdx.x), first = int(blockIdx.x) * kTile;

    if (tx < kPatch / 4) {
        const int i = first - kRadius + 4 * tx;
        float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (i >= 0 && i + 3 < width) {
            four = *reinterpret_cast<const float4*>(in + i);
        } else {
            if (i >= 0 && i < width) four.x = in[i];
            if (i + 1 >= 0 && i + 1 < width) four.y = in[i + 1];
            if (i + 2 >= 0 && i + 2 < width) four.z = in[i + 2];
            if (i + 3 >= 0 && i + 3 < width) four.w = in[i + 3];
        }
        *reinterpret_cast<float4*>(s_tile + 4 * tx) = four;
    }
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_two_step_kernel(const float* in, float* out, int width)
{
    __shared__ __align__(16) float s_tile[kPatch];
    const int tx = int(threadIdx.x), first = int(blockIdx.x) * kTile;

    if (tx < kPatch / 4) {
        const int i = first - kRadius + 4 * tx;
        float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (i >= 0 && i + 3 < width) {
            four = *reinterpret_cast<const float4*>(in + i);
        } else {
            if (i >= 0 && i < width) four.x = in[i];
            if (i + 1 >= 0 && i + 1 < width) four.y = in[i + 1];
            if (i + 2 >= 0 && i + 2 < width) four.z = in[i + 2];
            if (i + 3 >= 0 && i + 3 < width) four.w = in[i + 3];
        }
        *reinterpret_cast<float4*>(s_tile + 4 * tx) = four;
    }
    __syncthreads();
    sum_and_store(s_tile, out, width);
}

void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_phases_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_halo_regions_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_two_step_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
