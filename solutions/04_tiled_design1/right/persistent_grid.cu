// Three blocks go through all tiles, with two barriers a tile. The halos are loaded by the threads of the far end.

#include "tiled_design1.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kPatch = kTile + 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1];

__device__ void sum_and_store(const float* s_tile, float* out, int first, int width)
{
    const int tx = int(threadIdx.x), i = first + tx;

    if (i >= width) return;

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        sum += c_filter[d + kRadius] * s_tile[tx + kRadius + d];
    out[i] = sum;
}

__global__ void conv1d_design1_phases_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x);
    const int tiles = (width + kTile - 1) / kTile;

    for (int tile = int(blockIdx.x); tile < tiles; tile += int(gridDim.x)) {
        const int first = tile * kTile;
        for (int t = tx; t < kPatch; t += int(blockDim.x)) {
            const int i = first - kRadius + t;
            s_tile[t] = i >= 0 && i < width ? in[i] : 0.0f;
        }
        __syncthreads();
        sum_and_store(s_tile, out, first, width);
        __syncthreads();
    }
}

__global__ void conv1d_design1_halo_regions_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x);
    const int tiles = (width + kTile - 1) / kTile;

    for (int tile = int(blockIdx.x); tile < tiles; tile += int(gridDim.x)) {
        const int first = tile * kTile;
        s_tile[tx + kRadius] = first + tx < width ? in[first + tx] : 0.0f;
        if (tx >= kTile - kRadius) {
            const int i = first - kTile + tx;
            s_tile[tx - (kTile - kRadius)] = i < 0 ? 0.0f : in[i];
        }
        if (tx < kRadius) {
            const int i = first + kTile + tx;
            s_tile[kRadius + kTile + tx] = i < width ? in[i] : 0.0f;
        }
        __syncthreads();
        sum_and_store(s_tile, out, first, width);
        __syncthreads();
    }
}

__global__ void conv1d_design1_two_step_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];
    const int tx = int(threadIdx.x);
    const int tiles = (width + kTile - 1) / kTile;

    for (int tile = int(blockIdx.x); tile < tiles; tile += int(gridDim.x)) {
        const int first = tile * kTile;
        const int a = first - kRadius + tx, b = a + kTile;
        s_tile[tx] = a >= 0 && a < width ? in[a] : 0.0f;
        if (tx < kPatch - kTile) s_tile[kTile + tx] = b < width ? in[b] : 0.0f;
        __syncthreads();
        sum_and_store(s_tile, out, first, width);
        __syncthreads();
    }
}

void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_phases_kernel<<<blocks < 3 ? blocks : 3, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_halo_regions_kernel<<<blocks < 3 ? blocks : 3, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_two_step_kernel<<<blocks < 3 ? blocks : 3, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
