// Lab 03 · 1-D convolution with the filter in constant memory
//
// In conv1d_basic every second load from global memory fetched an element of the filter, and a whole warp wanted the same one.
// Here the filter lies in constant memory, which hands one element to all threads of a warp at once.
//
//   in, out   [width]            float, global memory
//   c_filter  [kMaxFilterWidth]  float, constant memory; the first filter_width elements are in use
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = filter_width / 2, filter_width is odd
//   The filter is not mirrored. Ghost elements, outside the input, count as 0.
//   Launch: blocks of kBlock threads, one thread per output element.

#include "conv1d_constant.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = 256;

// Given: as long as the widest filter, for its size must be known when compiling. Kernels read it like any array,
// and cannot write to it.
__constant__ float c_filter[kMaxFilterWidth];

__global__ void conv1d_constant_kernel(const float* in, float* out, int width, int filter_width)
{
    // Given: R, how far the filter reaches to either side, and the output element of this thread.
    const int radius = filter_width / 2;
    const int i = int(blockIdx.x) * kBlock + int(threadIdx.x);

    if (i >= width) return;                 // the overhang; no barrier waits for it

    // region sum
    // d is the same for all threads of a warp: each c_filter[d + radius] is one address, which constant memory
    // broadcasts. The loads of in are neighbours: coalesced, as before.
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width)    // a ghost element is not read; it would add 0
            sum += c_filter[d + radius] * in[i + d];
    out[i] = sum;
    // endregion
}

void conv1d_constant(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    // region fill
    // In every call: the next caller may bring another filter. Not sizeof(c_filter): the caller's array ends
    // after filter_width elements.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter,
                                  size_t(filter_width) * sizeof(float)));
    // endregion

    // The filter is not an argument: the kernel finds c_filter by its name.
    const int blocks = (width + kBlock - 1) / kBlock;
    conv1d_constant_kernel<<<blocks, kBlock>>>(d_in, d_out, width, filter_width);

    // Given: a launch reports nothing by itself. Ask twice.
    CUDA_CHECK(cudaGetLastError());        // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());   // did it run to its end?
}

// Cost for a filter 9 wide: 9 loads of in per output and none of the filter, 18 operations: two a load, where lab 02 had one.
// Price: one copy of the filter a call; 64 KB of constant memory in all; and threads of a warp that want different
// elements of it are served one after another. The 9 loads of each in[i] are still there: labs 04 to 07.
