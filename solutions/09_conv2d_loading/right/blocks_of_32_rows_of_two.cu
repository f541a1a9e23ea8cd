// Right: blocks of 32 × 8 threads for tiles of 32 × 16 pixels: two pixels a thread, and a warp is a row.

#include "conv2d_loading.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kWide = 32, kHigh = 16, kThreadsHigh = 8;
constexpr int kAcross = kWide + 2 * kRadius, kDown = kHigh + 2 * kRadius;

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

template <bool kByWarps>
__global__ void conv2d_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kDown][kAcross];
    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kWide - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kHigh - kRadius;

    const auto load = [&](int sx, int sy) {
        const int x = left + sx, y = top + sy;
        s_tile[sy][sx] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
    };
    for (int sy = ty; sy < kDown; sy += kThreadsHigh) {
        load(tx, sy);
        if (!kByWarps && tx < 2 * kRadius) load(tx + kWide, sy);
    }
    if (kByWarps)
        for (int e = ty * kWide + tx; e < kDown * 2 * kRadius; e += kWide * kThreadsHigh)
            load(kWide + e % (2 * kRadius), e / (2 * kRadius));
    __syncthreads();

    const int x = left + kRadius + tx;
    for (int row = ty; row < kHigh; row += kThreadsHigh) {
        const int y = top + kRadius + row;
        if (x >= width || y >= height) return;
        float sum = 0.0f;
        for (int j = 0; j <= 2 * kRadius; ++j)
            for (int i = 0; i <= 2 * kRadius; ++i) sum += c_filter[j][i] * s_tile[row + j][tx + i];
        out[y * width + x] = sum;
    }
}

template <bool kByWarps>
void launch(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    const dim3 block(kWide, kThreadsHigh);
    const dim3 grid((width + kWide - 1) / kWide, (height + kHigh - 1) / kHigh);
    conv2d_kernel<kByWarps><<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_strided_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    launch<false>(d_in, h_filter, d_out, width, height);
}

void conv2d_split_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    launch<true>(d_in, h_filter, d_out, width, height);
}
