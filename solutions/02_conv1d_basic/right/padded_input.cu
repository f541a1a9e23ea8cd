// The input is copied into an array with R zeros on either side: no test in the loop.

#include "conv1d_basic.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = 256;

__global__ void conv1d_basic_kernel(const float* in, const float* filter, float* out, int width, int filter_width)
{
    const int radius = filter_width / 2;
    const int i = int(blockIdx.x) * kBlock + int(threadIdx.x);
    if (i >= width) return;

    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d)
        sum += filter[d + radius] * in[i + radius + d];
    out[i] = sum;
}

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    const size_t in_bytes     = size_t(width) * sizeof(float);
    const size_t filter_bytes = size_t(filter_width) * sizeof(float);
    const int radius = filter_width / 2;
    const size_t padded_bytes = in_bytes + 2 * size_t(radius) * sizeof(float);
    float* d_in     = nullptr;
    float* d_filter = nullptr;
    float* d_out    = nullptr;

    CUDA_CHECK(cudaMalloc(&d_in, padded_bytes));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_bytes));
    CUDA_CHECK(cudaMalloc(&d_out, in_bytes));

    CUDA_CHECK(cudaMemset(d_in, 0, padded_bytes));
    CUDA_CHECK(cudaMemcpy(d_in + radius, h_in, in_bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_bytes, cudaMemcpyHostToDevice));

    const int blocks = (width + kBlock - 1) / kBlock;
    conv1d_basic_kernel<<<blocks, kBlock>>>(d_in, d_filter, d_out, width, filter_width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(h_out, d_out, in_bytes, cudaMemcpyDeviceToHost));

    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_filter));
    CUDA_CHECK(cudaFree(d_out));
}
