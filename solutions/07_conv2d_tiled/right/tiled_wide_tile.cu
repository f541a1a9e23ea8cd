// Tiled: an output tile of 32 x 8, loaded by 256 threads in a loop over the flat patch, in dynamic shared memory.

#include "conv2d_tiled.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__global__ void conv2d_basic_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * in[(y + dy) * width + x + dx];
    out[y * width + x] = sum;
}

constexpr int kWide = 32, kHigh = 8, kPatch = kWide + 2 * kRadius;

__global__ void conv2d_tiled_kernel(const float* in, float* out, int width, int height)
{
    extern __shared__ float s_patch[];
    const int left = int(blockIdx.x) * kWide - kRadius, top = int(blockIdx.y) * kHigh - kRadius;
    for (int k = int(threadIdx.y) * kWide + int(threadIdx.x); k < kPatch * (kHigh + 2 * kRadius); k += kWide * kHigh) {
        const int x = left + k % kPatch, y = top + k / kPatch;
        s_patch[k] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
    }
    __syncthreads();

    const int tx = int(threadIdx.x), ty = int(threadIdx.y), x = left + tx + kRadius, y = top + ty + kRadius;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int row = 0; row <= 2 * kRadius; ++row)
        for (int column = 0; column <= 2 * kRadius; ++column)
            sum += c_filter[row][column] * s_patch[(ty + row) * kPatch + tx + column];
    out[y * width + x] = sum;
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_basic_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kWide, kHigh);
    const dim3 grid((width + kWide - 1) / kWide, (height + kHigh - 1) / kHigh);
    conv2d_tiled_kernel<<<grid, block, kPatch * (kHigh + 2 * kRadius) * sizeof(float)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
