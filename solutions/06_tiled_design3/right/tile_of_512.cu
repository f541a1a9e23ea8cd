// 128 threads and a core of 512: each thread loads and computes four elements, 128 apart.

#include "tiled_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kThreads = 128;
constexpr int kCore = 4 * kThreads;

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design3_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kCore];
    const int first = int(blockIdx.x) * kCore;

    for (int t = int(threadIdx.x); t < kCore; t += kThreads)
        if (first + t < width) s_tile[t] = in[first + t];
    __syncthreads();

    for (int t = int(threadIdx.x); t < kCore && first + t < width; t += kThreads) {
        float sum = 0.0f;
        #pragma unroll
        for (int d = -kRadius; d <= kRadius; ++d) {
            const int e = first + t + d;
            if (unsigned(e) >= unsigned(width)) continue;
            sum += c_filter[d + kRadius] * (unsigned(t + d) < unsigned(kCore) ? s_tile[t + d] : __ldg(in + e));
        }
        out[first + t] = sum;
    }
}

void conv1d_design3(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kCore - 1) / kCore;
    conv1d_design3_kernel<<<blocks, kThreads>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
