// Each thread computes four outputs, a block's width apart so that its loads stay coalesced.

#include "conv1d_basic.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = 256;

constexpr int kOutputs = 4;

__global__ void conv1d_basic_kernel(const float* in, const float* filter, float* out, int width, int filter_width)
{
    const int radius = filter_width / 2, first = int(blockIdx.x) * kBlock * kOutputs + int(threadIdx.x);
    float sum[kOutputs] = {};
    for (int d = -radius; d <= radius; ++d) {
        const float weight = filter[d + radius];
        for (int n = 0; n < kOutputs; ++n) {
            const int at = first + n * kBlock + d;
            if (at >= 0 && at < width) sum[n] = fmaf(weight, in[at], sum[n]);
        }
    }
    for (int n = 0; n < kOutputs; ++n)
        if (first + n * kBlock < width) out[first + n * kBlock] = sum[n];
}

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    const size_t in_bytes     = size_t(width) * sizeof(float);
    const size_t filter_bytes = size_t(filter_width) * sizeof(float);
    float* d_in     = nullptr;
    float* d_filter = nullptr;
    float* d_out    = nullptr;

    CUDA_CHECK(cudaMalloc(&d_in, in_bytes));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_bytes));
    CUDA_CHECK(cudaMalloc(&d_out, in_bytes));

    CUDA_CHECK(cudaMemcpy(d_in, h_in, in_bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_bytes, cudaMemcpyHostToDevice));

    const int blocks = (width + kBlock * kOutputs - 1) / (kBlock * kOutputs);
    conv1d_basic_kernel<<<blocks, kBlock>>>(d_in, d_filter, d_out, width, filter_width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(h_out, d_out, in_bytes, cudaMemcpyDeviceToHost));

    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_filter));
    CUDA_CHECK(cudaFree(d_out));
}
