// Right: lab 07's kernel with blocks of 32 x 32 threads: no shuffle, but the same loads.
// Lab 10 · 2-D convolution with warp shuffles
//
// Labs 07 to 09 kept the block's patch in shared memory: a store, a barrier, and then 25 reads for each pixel.
// But what a lane wants from its row already lies in registers of the same warp. Here each lane holds one pixel
// of a row and hands it to its neighbours: no shared memory, no barrier. The warp walks down the image, so that
// a row it has loaded serves every output row that wants it.
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the image, count as 0.
//   Launch: blocks of 32 × kWarps threads; each warp computes a tile of kTile × kTile pixels, kTile = 32 - 2R.

#include "conv2d_shuffle.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = 32;

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__global__ void conv2d_shuffle_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kBlock][kBlock];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx - kRadius;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty - kRadius;
    const bool in_image = x >= 0 && x < width && y >= 0 && y < height;
    s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f;
    __syncthreads();
    if (!in_image || tx < kRadius || tx >= kRadius + kTile || ty < kRadius || ty >= kRadius + kTile) return;
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * s_tile[ty + dy][tx + dx];
    out[y * width + x] = sum;
}

void conv2d_shuffle(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    const dim3 block(kBlock, kBlock), grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_shuffle_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
