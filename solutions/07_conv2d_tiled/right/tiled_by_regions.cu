// Blocks of 16 × 16 threads load the core, then the four sides and corners in turn.

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
    const int tx = int(threadIdx.x) + kRadius, x = int(blockIdx.x) * kTile + tx - kRadius;
    const int ty = int(threadIdx.y) + kRadius, y = int(blockIdx.y) * kTile + ty - kRadius;

    const bool in_image = x < width && y < height;
    const auto load = [&](int dx, int dy) {
        const int from_x = x + dx, from_y = y + dy;
        const bool inside = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
        s_tile[ty + dy][tx + dx] = inside ? in[from_y * width + from_x] : 0.0f;
    };
    const bool left = tx < 2 * kRadius, right = tx >= kTile, top = ty < 2 * kRadius, bottom = ty >= kTile;

    // Storing the ghost elements frees the sum below from bounds tests.
    // Neighbouring threads read neighbouring x: the load is coalesced.
    load(0, 0);
    if (left) load(-kRadius, 0);
    if (right) load(kRadius, 0);
    if (top) load(0, -kRadius);
    if (bottom) load(0, kRadius);
    if (left && top) load(-kRadius, -kRadius);
    if (right && top) load(kRadius, -kRadius);
    if (left && bottom) load(-kRadius, kRadius);
    if (right && bottom) load(kRadius, kRadius);
    __syncthreads();                        // outside every branch: halo threads must arrive too
    if (!in_image) return;       // now they may go; the overhang stores nothing

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

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);   // … but the output tiles
    conv2d_tiled_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
