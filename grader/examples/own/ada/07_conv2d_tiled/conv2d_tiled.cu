// Lab 07 · 2-D convolution, basic and with a shared-memory tile
//
// Lab 05 had one row. An image has a neighbourhood: a pixel is wanted by (2R+1)² threads, not by 2R+1.
// In conv2d_basic neighbouring threads fetch the same pixels again and again.
// In conv2d_tiled a block fetches its patch once and shares it.
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the image, count as 0.
//   Launch, basic: blocks of kTile × kTile threads; one thread per pixel.
//   Launch, tiled: blocks of kBlock × kBlock threads, kBlock = kTile + 2R; one block per output tile.

#include "conv2d_tiled.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = kTile + 2 * kRadius;   // edge of a tiled block = edge of its input tile

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__global__ void conv2d_basic_kernel(const float* in, float* out, int width, int height)
{
    // Given: the pixel this thread computes. x runs with threadIdx.x, so that a warp reads along a row.
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);

    if (x >= width || y >= height) return;      // the overhang; no barrier waits for it

    // Four comparisons a tap, and 25 loads a pixel: the tiled kernel gets rid of both.
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * in[(y + dy) * width + x + dx];
    out[y * width + x] = sum;
}

__global__ void conv2d_tiled_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kBlock][kBlock];        // output tile plus its halo

    // Given: the input pixel this thread loads. int, because it may be negative.
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx - kRadius;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty - kRadius;

    const bool in_image = x >= 0 && x < width && y >= 0 && y < height;
    const bool in_halo  = tx < kRadius || tx >= kRadius + kTile ||
                          ty < kRadius || ty >= kRadius + kTile;

    // Storing the ghost elements frees the sum below from bounds tests.
    // Neighbouring threads read neighbouring x: the load is coalesced.
    s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f;
    __syncthreads();                        // outside every branch: halo threads must arrive too
    if (in_halo || !in_image) return;       // now they may go; the overhang stores nothing

    // A warp reads consecutive words of s_tile: no bank conflict. All its threads read the
    // same element of c_filter: constant memory broadcasts it.
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * s_tile[ty + dy][tx + dx];
    out[y * width + x] = sum;
}

// Given.
void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_basic_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// Given.
void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kBlock, kBlock);        // the input tile …
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);   // … but the output tiles
    conv2d_tiled_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
