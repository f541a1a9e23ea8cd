// expect: passed
// Three sums: over the left halo, the core and the right halo. No question is asked inside them.

#include "tiled_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design3_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kTile];
    const int tx = int(threadIdx.x), first = int(blockIdx.x) * kTile, i = first + tx;

    s_tile[tx] = i < width ? in[i] : 0.0f;
    __syncthreads();
    if (i >= width) return;

    const int begin = max(i - kRadius, 0), end = min(i + kRadius + 1, width);
    const float* filter = c_filter + kRadius - i;
    float sum = 0.0f;
    for (int e = begin; e < first; ++e) sum += filter[e] * in[e];
    for (int e = max(begin, first); e < min(end, first + kTile); ++e) sum += filter[e] * s_tile[e - first];
    for (int e = first + kTile; e < end; ++e) sum += filter[e] * in[e];
    out[i] = sum;
}

void conv1d_design3(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design3_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
