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

    // TODO(1) Let the spare threads of the last block return.

    // TODO(2) Sum the filter_width products and store the sum. Which element of c_filter do the 32 threads
    //         of a warp read at one moment, and is it the same one for all of them?
}

void conv1d_constant(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    // TODO(3) Bring the filter into c_filter, inside CUDA_CHECK(…). c_filter is a symbol of the device: which
    //         call takes one as its destination? And how many bytes does the caller's array have?

    // TODO(4) Launch conv1d_constant_kernel with enough blocks for every element. What happened to the
    //         parameter `filter` that lab 02's kernel had?

    // Given: a launch reports nothing by itself. Ask twice.
    CUDA_CHECK(cudaGetLastError());        // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());   // did it run to its end?
}
