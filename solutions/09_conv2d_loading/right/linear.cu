// Right: both kernels go through the tile as one long row, 256 elements at a time.

#include "conv2d_loading.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kSide = kTile + 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__device__ float pixel_or_ghost(const float* in, int x, int y, int width, int height)
{
    return x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
}

__device__ float filtered(const float (&tile)[kSide][kSide], int tx, int ty)
{
    float sum = 0.0f;

    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * tile[ty + kRadius + dy][tx + kRadius + dx];

    return sum;
}

__device__ void load(float (&tile)[kSide][kSide], const float* in, int width, int height)
{
    const int threads = int(blockDim.x * blockDim.y);
    for (int e = int(threadIdx.y * blockDim.x + threadIdx.x); e < kSide * kSide; e += threads) {
        const int sx = e % kSide, sy = e / kSide;
        tile[sy][sx] = pixel_or_ghost(in, int(blockIdx.x) * kTile - kRadius + sx, int(blockIdx.y) * kTile - kRadius + sy, width, height);
    }
}

__global__ void conv2d_strided_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];
    load(s_tile, in, width, height);
    __syncthreads();
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;
    if (x < width && y < height) out[y * width + x] = filtered(s_tile, tx, ty);
}

__global__ void conv2d_split_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];
    load(s_tile, in, width, height);
    __syncthreads();
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;
    if (x < width && y < height) out[y * width + x] = filtered(s_tile, tx, ty);
}

void conv2d_strided_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_strided_load_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_split_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_split_load_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
