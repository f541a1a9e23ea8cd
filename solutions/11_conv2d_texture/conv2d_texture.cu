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

    if (x >= width || y >= height) return;      // out has edges still

    // No test for ghost elements: outside the image a fetch gives the border colour, 0.
    // + 0.5f is the middle of a pixel. Point sampling forgives it if left out, linear filtering would mix four pixels.
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            // region fetch
            sum += c_filter[dy + kRadius][dx + kRadius]
                   * tex2D<float>(image, float(x + dx) + 0.5f, float(y + dy) + 0.5f);
            // endregion
    out[y * width + x] = sum;
}

void conv2d_texture(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // Given. In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    // region copy
    // Given: an array of floats in the layout of the texture unit. It has no pointer that a kernel could follow.
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocArray(&array, &format, width, height));

    // Pitch and width count bytes, the height counts rows. Rows of d_in follow each other without a gap.
    // In every call: the texture is a copy, and does not see what is later written to d_in.
    const std::size_t row_bytes = std::size_t(width) * sizeof(float);
    CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, d_in, row_bytes, row_bytes,
                                   height, cudaMemcpyDeviceToDevice));
    // endregion

    // region describe
    // Given: what is fetched from.
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;

    // Given: how it is fetched, which is still the wrong way: with all fields 0.
    cudaTextureDesc how{};

    // Border: 0 outside, as borderColor is 0. The default is wrap, which without normalised coordinates means clamp.
    // The other defaults fit, but they are half of the contract: one pixel, unmixed, as it was stored, counted in pixels.
    how.addressMode[0] = cudaAddressModeBorder;      // x
    how.addressMode[1] = cudaAddressModeBorder;      // y
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    how.normalizedCoords = 0;
    // endregion

    // Given: the texture object, a number that is passed to the kernel by value.
    cudaTextureObject_t image = 0;
    CUDA_CHECK(cudaCreateTextureObject(&image, &resource, &how, nullptr));

    // Given.
    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_texture_kernel<<<grid, block>>>(image, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?

    // First the view, then what it views. After the kernel has ended: it was still fetching.
    CUDA_CHECK(cudaDestroyTextureObject(image));
    CUDA_CHECK(cudaFreeArray(array));
}

// Cost for R = 2. Fetches per pixel: 25, ghosts too; global loads: none, the image comes through the texture unit.
// Price: memory for a second image and a copy in every call, before the first fetch.
// On an NVIDIA H200 lab 07's basic kernel is three times as fast: four comparisons are cheaper than 25 fetches, and the border mode
// saves lines, not time. The page has the times.
