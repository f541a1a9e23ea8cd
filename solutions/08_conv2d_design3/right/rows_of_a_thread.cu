// Right: a block of 16 × 4 threads, and four rows of the tile a thread.

#include "conv2d_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kRows = 4;                            // pixels of one thread, below one another

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__device__ float pixel_at(const float* in, const float (&core)[kTile][kTile], int x, int y, int width, int height)
{
    if (x < 0 || x >= width || y < 0 || y >= height) return 0.0f;
    const int cx = x - int(blockIdx.x) * kTile, cy = y - int(blockIdx.y) * kTile;
    return cx >= 0 && cx < kTile && cy >= 0 && cy < kTile ? core[cy][cx] : in[y * width + x];
}

__global__ void conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_core[kTile][kTile];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y) * kRows, y = int(blockIdx.y) * kTile + ty;

    for (int i = 0; i < kRows; ++i)
        if (x < width && y + i < height) s_core[ty + i][tx] = in[(y + i) * width + x];
    __syncthreads();

    if (x >= width) return;
    for (int i = 0; i < kRows && y + i < height; ++i) {
        float sum = 0.0f;
        for (int dy = -kRadius; dy <= kRadius; ++dy)
            for (int dx = -kRadius; dx <= kRadius; ++dx)
                sum += c_filter[dy + kRadius][dx + kRadius] * pixel_at(in, s_core, x + dx, y + i + dy, width, height);
        out[(y + i) * width + x] = sum;
    }
}

void conv2d_design3(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile / kRows);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_design3_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
