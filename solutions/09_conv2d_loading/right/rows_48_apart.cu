// Right: rows of the tile lie 48 words apart, so that the two rows of a warp meet no bank twice.

#include "conv2d_loading.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kSide = kTile + 2 * kRadius;
constexpr int kPitch = 48;

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__device__ float pixel_or_ghost(const float* in, int x, int y, int width, int height)
{
    return x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
}

__device__ float filtered(const float (&tile)[kSide][kPitch], int tx, int ty)
{
    float sum = 0.0f;

    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * tile[ty + kRadius + dy][tx + kRadius + dx];

    return sum;
}

__global__ void conv2d_strided_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kPitch];

    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;

    for (int sy = ty; sy < kSide; sy += kTile)
        for (int sx = tx; sx < kSide; sx += kTile)
            s_tile[sy][sx] = pixel_or_ghost(in, left + sx, top + sy, width, height);

    __syncthreads();
    const int x = left + kRadius + tx, y = top + kRadius + ty;
    if (x < width && y < height) out[y * width + x] = filtered(s_tile, tx, ty);
}

__global__ void conv2d_split_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kPitch];

    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;
    const int rank = ty * kTile + tx;

    s_tile[ty][tx] = pixel_or_ghost(in, left + tx, top + ty, width, height);

    constexpr int kHalo  = 2 * kRadius;
    constexpr int kRight = kTile * kHalo, kBelow = kHalo * kSide;
    if (rank < kRight + kBelow) {
        const bool right = rank < kRight;
        const int  i  = right ? rank : rank - kRight;
        const int  sx = right ? kTile + i % kHalo : i % kSide;
        const int  sy = right ? i / kHalo : kTile + i / kSide;
        s_tile[sy][sx] = pixel_or_ghost(in, left + sx, top + sy, width, height);
    }

    __syncthreads();
    const int x = left + kRadius + tx, y = top + kRadius + ty;
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
