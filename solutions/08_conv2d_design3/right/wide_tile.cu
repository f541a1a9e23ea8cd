// Right: tiles of 32 × 16, so that a warp is one row and fewer threads lie at the left and right edge.

#include "conv2d_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kWide = 32, kHigh = 16;

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__global__ void conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_core[kHigh][kWide];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kWide + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kHigh + ty;

    s_core[ty][tx] = x < width && y < height ? in[y * width + x] : 0.0f;
    __syncthreads();
    if (x >= width || y >= height) return;

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy) {
        const bool row_in_core = ty + dy >= 0 && ty + dy < kHigh;       // the same for the whole warp
        if (y + dy < 0 || y + dy >= height) continue;
        const float* row = in + (y + dy) * width + x;
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            float pixel = 0.0f;
            if (row_in_core && tx + dx >= 0 && tx + dx < kWide) pixel = s_core[ty + dy][tx + dx];
            else if (x + dx >= 0 && x + dx < width)             pixel = row[dx];
            sum += c_filter[dy + kRadius][dx + kRadius] * pixel;
        }
    }
    out[y * width + x] = sum;
}

void conv2d_design3(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kWide, kHigh);
    const dim3 grid((width + kWide - 1) / kWide, (height + kHigh - 1) / kHigh);
    conv2d_design3_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
