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

__global__ void conv2d_texture_kernel(cudaTextureObject_t image, float* out, int width, int height)
{
    // Given: the pixel this thread computes.
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);

    // TODO(1) Let the overhang return. The texture has no edge; what does?

    // TODO(2) Sum over the filter and store one pixel. tex2D<float>(image, u, v) takes coordinates, not indices:
    //         pixel (0, 0) reaches from 0 to 1 in both. Where is the middle of pixel (x + dx, y + dy)?
}

void conv2d_texture(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // Given. In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    // Given: an array of floats in the layout of the texture unit. It has no pointer that a kernel could follow.
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocArray(&array, &format, width, height));

    // TODO(3) Copy d_in into the array with cudaMemcpy2DToArray. Its pitch is the step from one row of the source to
    //         the next. In what are pitch and width counted, and in what the height?

    // Given: what is fetched from.
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;

    // Given: how it is fetched, which is still the wrong way: with all fields 0.
    cudaTextureDesc how{};

    // TODO(4) Let a fetch give 0 outside the image and inside it the pixel itself, nothing mixed or scaled. Which fields
    //         need a value other than 0, and for how many directions?

    // Given: the texture object, a number that is passed to the kernel by value.
    cudaTextureObject_t image = 0;
    CUDA_CHECK(cudaCreateTextureObject(&image, &resource, &how, nullptr));

    // Given.
    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_texture_kernel<<<grid, block>>>(image, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?

    // TODO(5) Give back what this call made. Of the two things, which one stands on the other?
}
