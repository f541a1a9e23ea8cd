// Right: the first 16 columns of a tile row come as float4 where alignment and image allow, the rest one by one.

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
    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;
    const int rank = ty * kTile + tx;

    // The output tile's own columns begin at a multiple of 16: aligned, if each row of the image is.
    if (width % 4 == 0 && left + kRadius + kTile <= width) {
        if (rank < kSide * 4) {
            const int sy = rank / 4, sx = kRadius + rank % 4 * 4, y = top + sy;
            float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            if (y >= 0 && y < height) v = *reinterpret_cast<const float4*>(in + y * width + left + sx);
            s_tile[sy][sx] = v.x, s_tile[sy][sx + 1] = v.y, s_tile[sy][sx + 2] = v.z, s_tile[sy][sx + 3] = v.w;
        } else if (rank < kSide * 8) {
            const int i = rank - kSide * 4, sy = i / 4, sx = i % 4 < 2 ? i % 4 : kTile + i % 4;
            s_tile[sy][sx] = pixel_or_ghost(in, left + sx, top + sy, width, height);
        }
    } else {
        for (int e = rank; e < kSide * kSide; e += kTile * kTile)
            s_tile[e / kSide][e % kSide] = pixel_or_ghost(in, left + e % kSide, top + e / kSide, width, height);
    }
    __syncthreads();
    const int x = left + kRadius + tx, y = top + kRadius + ty;
    if (x < width && y < height) out[y * width + x] = filtered(s_tile, tx, ty);
}

__global__ void conv2d_split_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];
    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;
    const int rank = ty * kTile + tx;

    // The output tile's own columns begin at a multiple of 16: aligned, if each row of the image is.
    if (width % 4 == 0 && left + kRadius + kTile <= width) {
        if (rank < kSide * 4) {
            const int sy = rank / 4, sx = kRadius + rank % 4 * 4, y = top + sy;
            float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            if (y >= 0 && y < height) v = *reinterpret_cast<const float4*>(in + y * width + left + sx);
            s_tile[sy][sx] = v.x, s_tile[sy][sx + 1] = v.y, s_tile[sy][sx + 2] = v.z, s_tile[sy][sx + 3] = v.w;
        } else if (rank < kSide * 8) {
            const int i = rank - kSide * 4, sy = i / 4, sx = i % 4 < 2 ? i % 4 : kTile + i % 4;
            s_tile[sy][sx] = pixel_or_ghost(in, left + sx, top + sy, width, height);
        }
    } else {
        for (int e = rank; e < kSide * kSide; e += kTile * kTile)
            s_tile[e / kSide][e % kSide] = pixel_or_ghost(in, left + e % kSide, top + e / kSide, width, height);
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
