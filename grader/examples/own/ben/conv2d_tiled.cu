// Lab 07 with blocks of 32 x 8 threads: a thread loads and computes several pixels of a 32 x 32 tile.
#include "conv2d_tiled.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kWide = 32, kRows = 8, kHigh = 32;

__constant__ float c_filter[(2 * kRadius + 1) * (2 * kRadius + 1)];

__global__ void basic(const float* in, float* out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float sum = 0.0f;
        const float* weight = c_filter;
        for (int v = y - kRadius; v <= y + kRadius; ++v)
            for (int u = x - kRadius; u <= x + kRadius; ++u, ++weight)
                if (v >= 0 && v < height && u >= 0 && u < width) sum += *weight * in[v * width + u];
        out[y * width + x] = sum;
    }
}

__global__ void tiled(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kHigh + 2 * kRadius][kWide + 2 * kRadius];
    const int left = blockIdx.x * kWide - kRadius, top = blockIdx.y * kHigh - kRadius;

    for (int ty = threadIdx.y; ty < kHigh + 2 * kRadius; ty += kRows)
        for (int tx = threadIdx.x; tx < kWide + 2 * kRadius; tx += kWide) {
            const int x = left + tx, y = top + ty;
            s_tile[ty][tx] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
        }
    __syncthreads();

    const int x = blockIdx.x * kWide + threadIdx.x;
    for (int row = threadIdx.y; row < kHigh; row += kRows) {
        const int y = blockIdx.y * kHigh + row;
        if (x >= width || y >= height) continue;
        float sum = 0.0f;
        for (int v = 0; v <= 2 * kRadius; ++v)
            for (int u = 0; u <= 2 * kRadius; ++u)
                sum += c_filter[v * (2 * kRadius + 1) + u] * s_tile[row + v][threadIdx.x + u];
        out[y * width + x] = sum;
    }
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    basic<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    tiled<<<dim3((width + kWide - 1) / kWide, (height + kHigh - 1) / kHigh), dim3(kWide, kRows)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
