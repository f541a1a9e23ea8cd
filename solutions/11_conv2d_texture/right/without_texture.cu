// Right, though it misses the point: a kernel with four tests and no texture.
// Lab 11 · 2-D convolution through a texture
//
// In every lab so far the kernel asked four times for each pixel whether it is a ghost element. A texture unit answers
// that by itself: it takes coordinates instead of an address, and its address mode says what lies outside the image.
// The kernel is that of conv2d_basic without its tests. The host has to build the texture, and to take it down again.
//
//   in, out  [height][width]  float, row-major, global memory; the texture is a copy of in
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the image, count as 0.
//   Launch: blocks of kTile × kTile threads; one thread per pixel.

#include "conv2d_texture.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__global__ void conv2d_texture_kernel(const float* in, float* out, int width, int height)
{
    // Given: the pixel this thread computes.
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);

    if (x >= width || y >= height) return;      // out has edges still

    // No test for ghost elements: outside the image a fetch gives the border colour, 0.
    // + 0.5f is the middle of a pixel. Point sampling forgives it if left out, linear filtering would mix four pixels.
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += c_filter[dy + kRadius][dx + kRadius] * in[(y + dy) * width + x + dx];
    out[y * width + x] = sum;
}

void conv2d_texture(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // Given. In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    // Given.
    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_texture_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?

}
