// Right: as many threads as in a square block, in one that is a warp wide and 8 high. Its rim is longer: reuse 4.67, not 5.58.
// Lab 08 · 2-D convolution, design 3: only the core in shared memory
//
// In lab 07 the block was the input tile: 144 of its 400 threads only loaded halo, and then stood idle.
// Here the block is the output tile: every thread loads the one pixel that it computes, and no other. The halo
// stays where it is. It is the core of a neighbouring block, so perhaps a cache holds it already.
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the image, count as 0.
//   Launch: blocks of kTile × kTile threads; one block per output tile.

#include "conv2d_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

constexpr int kWide = 32, kHigh = 8;

__global__ void conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_core[kHigh][kWide];

    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kWide + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kHigh + ty;

    s_core[ty][tx] = x < width && y < height ? in[y * width + x] : 0.0f;
    __syncthreads();
    if (x >= width || y >= height) return;

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const bool in_core  = tx + dx >= 0 && tx + dx < kWide && ty + dy >= 0 && ty + dy < kHigh;
            const bool in_image = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;

            float pixel = 0.0f;
            if (in_core)       pixel = s_core[ty + dy][tx + dx];
            else if (in_image) pixel = in[(y + dy) * width + x + dx];
            sum += c_filter[dy + kRadius][dx + kRadius] * pixel;
        }
    out[y * width + x] = sum;
}

void conv2d_design3(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kWide, kHigh);
    const dim3 grid((width + kWide - 1) / kWide, (height + kHigh - 1) / kHigh);
    conv2d_design3_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
