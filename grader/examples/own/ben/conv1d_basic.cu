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

constexpr int kThreads = 96;

__global__ void conv1d_basic_kernel(const float* in, const float* filter, float* out, int width, int filter_width)
{
    // Given: R, how far the filter reaches to either side. int, because i + d may be negative.
    const int radius = filter_width / 2;

    const int i = int(blockIdx.x * blockDim.x) + int(threadIdx.x);
    if (i >= width) return;                 // the overhang of the last block; no barrier waits for it

    // Neighbouring threads read neighbouring elements: the loads of in are coalesced.
    // All threads of a warp read the same filter[d]: one sector a request.
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width)    // a ghost element is not read; it would add 0
            sum += filter[d + radius] * in[i + d];

    out[i] = sum;                           // once: the running sum lives in a register
}

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    // Given: sizes, and a pointer for each array on the device.
    const size_t in_bytes     = size_t(width) * sizeof(float);
    const size_t filter_bytes = size_t(filter_width) * sizeof(float);
    float* d_in     = nullptr;
    float* d_filter = nullptr;
    float* d_out    = nullptr;

    CUDA_CHECK(cudaMalloc(&d_in, in_bytes));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_bytes));
    CUDA_CHECK(cudaMalloc(&d_out, in_bytes));

    // out does not travel: the kernel writes every element of it.
    CUDA_CHECK(cudaMemcpy(d_in, h_in, in_bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_bytes, cudaMemcpyHostToDevice));

    const dim3 grid(1 + (width - 1) / kThreads);
    conv1d_basic_kernel<<<grid, kThreads>>>(d_in, d_filter, d_out, width, filter_width);

    // Given: a launch reports nothing by itself. Ask twice.
    CUDA_CHECK(cudaGetLastError());        // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());   // did it run to its end?

    CUDA_CHECK(cudaMemcpy(h_out, d_out, in_bytes, cudaMemcpyDeviceToHost));

    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_filter));
    CUDA_CHECK(cudaFree(d_out));
}
