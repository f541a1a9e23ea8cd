// Lab 02 · 1-D convolution, the basic form
//
// A loop on the CPU computes one output element after the other.
// Here every output element has a thread of its own; the data must travel to the device first, and back.
//
//   in, out  [width]         float, global memory
//   filter   [filter_width]  float, global memory; filter_width is odd, R = filter_width / 2
//   out[i] = Σ filter[d+R] · in[i+d]     |d| ≤ R
//   The filter is not mirrored. Ghost elements, outside the input, count as 0.
//   Launch: blocks of kBlock threads, one thread per output element.

#include "conv1d_basic.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = 256;

__global__ void conv1d_basic_kernel(const float* in, const float* filter, float* out, int width, int filter_width)
{
    // Given: R, how far the filter reaches to either side. int, because i + d may be negative.
    const int radius = filter_width / 2;

    // TODO(1) Find i, the output element of this thread. The last block reaches past the end of the
    //         input: what do its spare threads do?

    // TODO(2) Sum the filter_width products. in[-1] and in[width] do not exist: what do they add to the
    //         sum, and may you read them to find out?

    // TODO(3) Store the sum. How often does one thread need to write to out?

    // These keep an unfinished file free of warnings. Delete the line when the TODOs are done.
    (void)in, (void)filter, (void)out, (void)width, (void)radius;
}

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    // Given: sizes, and a pointer for each array on the device.
    const size_t in_bytes     = size_t(width) * sizeof(float);
    const size_t filter_bytes = size_t(filter_width) * sizeof(float);
    float* d_in     = nullptr;
    float* d_filter = nullptr;
    float* d_out    = nullptr;

    // TODO(4) Get device memory for the three arrays, each call inside CUDA_CHECK(…). Is the size that
    //         cudaMalloc wants a number of elements or of bytes?

    // TODO(5) Copy what the kernel reads to the device. Which argument of cudaMemcpy is the destination,
    //         and does out need to travel, too?

    // TODO(6) Launch conv1d_basic_kernel with enough blocks for every element. width / kBlock rounds
    //         down: what happens to the last few?

    // Given: a launch reports nothing by itself. Ask twice.
    CUDA_CHECK(cudaGetLastError());        // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());   // did it run to its end?

    // TODO(7) Bring the result back to h_out. Which way round are the arguments now?

    // TODO(8) Give the device memory back. What would a thousand calls leave behind if you did not?

    // These keep an unfinished file free of warnings. Delete the lines when the TODOs are done.
    (void)h_in, (void)h_filter, (void)h_out, (void)in_bytes, (void)filter_bytes;
    (void)&d_in, (void)&d_filter, (void)&d_out, (void)kBlock;
}
