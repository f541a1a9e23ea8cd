// Basic: each thread computes four rows of its column and keeps four sums.

#include "conv2d_tiled.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = kTile + 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

constexpr int kRows = 4;

__global__ void conv2d_basic_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int first = (int(blockIdx.y) * kTile + int(threadIdx.y)) * kRows;
    if (x >= width) return;

    float sum[kRows] = {};
    for (int row = first - kRadius; row < first + kRows + kRadius; ++row)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            if (row < 0 || row >= height || x + dx < 0 || x + dx >= width) continue;
            const float pixel = in[row * width + x + dx];
            for (int n = 0; n < kRows; ++n)
                if (const int dy = row - first - n; dy >= -kRadius && dy <= kRadius)
                    sum[n] += c_filter[dy + kRadius][dx + kRadius] * pixel;
        }
    for (int n = 0; n < kRows && first + n < height; ++n) out[(first + n) * width + x] = sum[n];
}

__global__ void conv2d_tiled_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kBlock][kBlock];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx - kRadius;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty - kRadius;
    const bool in_image = x >= 0 && x < width && y >= 0 && y < height;
    const bool in_halo  = tx < kRadius || tx >= kRadius + kTile || ty < kRadius || ty >= kRadius + kTile;

    s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f;
    __syncthreads();
    if (in_halo || !in_image) return;

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * s_tile[ty + dy][tx + dx];
    out[y * width + x] = sum;
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile * kRows - 1) / (kTile * kRows));
    conv2d_basic_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kBlock, kBlock);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_tiled_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
