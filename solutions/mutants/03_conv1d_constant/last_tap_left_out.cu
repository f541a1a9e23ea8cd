// expect: tap_left_out in conv1d_constant
// The sum ends before the last element of the filter.

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

    // d is the same for all threads of a warp: each c_filter[d + radius] is one address, which constant memory
    // broadcasts. The loads of in are neighbours: coalesced, as before.
    float sum = 0.0f;
    for (int d = -radius; d < radius; ++d)
        if (i + d >= 0 && i + d < width)    // a ghost element is not read; it would add 0
            sum += c_filter[d + radius] * in[i + d];
    out[i] = sum;
}

void conv1d_constant(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    // In every call: the next caller may bring another filter. Not sizeof(c_filter): the caller's array ends
    // after filter_width elements.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, size_t(filter_width) * sizeof(float)));

    // The filter is no argument: the kernel finds c_filter by its name.
    const int blocks = (width + kBlock - 1) / kBlock;
    conv1d_constant_kernel<<<blocks, kBlock>>>(d_in, d_out, width, filter_width);

    // Given: a launch reports nothing by itself. Ask twice.
    CUDA_CHECK(cudaGetLastError());        // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());   // did it run to its end?
}
