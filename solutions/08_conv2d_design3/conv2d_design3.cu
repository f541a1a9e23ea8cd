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

__global__ void conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_core[kTile][kTile];          // the output tile without its halo

    // Given: the pixel this thread loads, and computes. x runs with threadIdx.x, so that a warp reads along rows.
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;

    // The overhang has nothing to load. It stores 0 all the same: to the sum below, that part of the core is then a
    // ghost element like any other, and needs no test of its own.
    s_core[ty][tx] = x < width && y < height ? in[y * width + x] : 0.0f;
    __syncthreads();                            // before anybody leaves
    if (x >= width || y >= height) return;

    // Three kinds of neighbours, two questions. Only the read stands under them; the multiplication is common to all,
    // so that threads which parted for the read do it together again. Lanes at the left and right edge of the core
    // part from the others in four of five columns of the filter, and no warp lacks such lanes.
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const bool in_core  = tx + dx >= 0 && tx + dx < kTile && ty + dy >= 0 && ty + dy < kTile;
            const bool in_image = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;

            // region choose
            float pixel = 0.0f;                 // a ghost element
            if (in_core)       pixel = s_core[ty + dy][tx + dx];
            else if (in_image) pixel = in[(y + dy) * width + x + dx];
            sum += c_filter[dy + kRadius][dx + kRadius] * pixel;
            // endregion
        }
    out[y * width + x] = sum;
}

// Given.
void conv2d_design3(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);          // the output tile: as many threads as outputs
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_design3_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// Cost for R = 2, kTile = 16. Global reads per pixel: 25 in the basic kernel, 1180/256 ≈ 4.61 here, 1.56 in design 2; no thread
// of a tile inside the image is idle. But a warp issues a load as soon as one lane needs it: 172 of the basic kernel's 200 remain.
// On an NVIDIA H200 the untiled kernel is clearly faster. The page has the times.
