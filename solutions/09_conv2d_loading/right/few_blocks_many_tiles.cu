// Right: six blocks go through all tiles, with a second barrier before the tile is loaded again.

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

__global__ void conv2d_strided_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    const int columns = (width + kTile - 1) / kTile, tiles = columns * ((height + kTile - 1) / kTile);

    for (int tile = int(blockIdx.x); tile < tiles; tile += int(gridDim.x)) {
        const int left = tile % columns * kTile - kRadius, top = tile / columns * kTile - kRadius;
        for (int sy = ty; sy < kSide; sy += kTile)
            for (int sx = tx; sx < kSide; sx += kTile)
                s_tile[sy][sx] = pixel_or_ghost(in, left + sx, top + sy, width, height);
        __syncthreads();

        const int x = left + kRadius + tx, y = top + kRadius + ty;
        if (x < width && y < height) out[y * width + x] = filtered(s_tile, tx, ty);
        __syncthreads();                    // all have read: the next tile may come
    }
}

__global__ void conv2d_split_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    const int columns = (width + kTile - 1) / kTile, tiles = columns * ((height + kTile - 1) / kTile);

    for (int tile = int(blockIdx.x); tile < tiles; tile += int(gridDim.x)) {
        const int left = tile % columns * kTile - kRadius, top = tile / columns * kTile - kRadius;
        for (int sy = ty; sy < kSide; sy += kTile)
            for (int sx = tx; sx < kSide; sx += kTile)
                s_tile[sy][sx] = pixel_or_ghost(in, left + sx, top + sy, width, height);
        __syncthreads();

        const int x = left + kRadius + tx, y = top + kRadius + ty;
        if (x < width && y < height) out[y * width + x] = filtered(s_tile, tx, ty);
        __syncthreads();
    }
}

void conv2d_strided_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    conv2d_strided_load_kernel<<<6, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_split_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    conv2d_split_load_kernel<<<6, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
