// Tiled: one row of blocks walks down the image, with a barrier at either end of a step.

#include "conv2d_tiled.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = kTile + 2 * kRadius;

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

__global__ void conv2d_tiled_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kBlock][kBlock];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx - kRadius, ty = int(threadIdx.y);
    const bool in_halo = tx < kRadius || tx >= kRadius + kTile || ty < kRadius || ty >= kRadius + kTile;
    for (int top = 0; top < height; top += kTile) {
        const int y = top + ty - kRadius;
        const bool in_image = x >= 0 && x < width && y >= 0 && y < height;
        s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f;
        __syncthreads();
        if (!in_halo && in_image) {
            float sum = 0.0f;
            for (int dy = -kRadius; dy <= kRadius; ++dy)
                for (int dx = -kRadius; dx <= kRadius; ++dx)
                    sum += c_filter[dy + kRadius][dx + kRadius] * s_tile[ty + dy][tx + dx];
            out[y * width + x] = sum;
        }
        __syncthreads();
    }
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

    const dim3 block(kBlock, kBlock);
    const dim3 grid((width + kTile - 1) / kTile);
    conv2d_tiled_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
