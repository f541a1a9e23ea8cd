// A thread loads, computes and stores four neighbouring elements at a time.

#include "tiled_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1];

__global__ void conv1d_design3_kernel(const float* in, float* out, int width)
{
    __shared__ __align__(16) float s_tile[kTile];
    const int first = int(blockIdx.x) * kTile, t = 4 * int(threadIdx.x);
    const bool whole = first + t + 3 < width;

    if (whole) *reinterpret_cast<float4*>(s_tile + t) = *reinterpret_cast<const float4*>(in + first + t);
    else for (int k = 0; k < 4; ++k) s_tile[t + k] = first + t + k < width ? in[first + t + k] : 0.0f;
    __syncthreads();

    float sums[4] = {};
    for (int k = 0; k < 4; ++k)
        for (int d = -kRadius; d <= kRadius; ++d) {
            const int e = first + t + k + d;
            if (e >= 0 && e < width)
                sums[k] += c_filter[d + kRadius] * (e / kTile == int(blockIdx.x) ? s_tile[e - first] : in[e]);
        }
    if (whole) *reinterpret_cast<float4*>(out + first + t) = make_float4(sums[0], sums[1], sums[2], sums[3]);
    else for (int k = 0; k < 4; ++k) if (first + t + k < width) out[first + t + k] = sums[k];
}

void conv1d_design3(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design3_kernel<<<blocks, kTile / 4>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
