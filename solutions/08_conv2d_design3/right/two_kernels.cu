// Right: one kernel for tiles whose halo lies in the image, which asks no question about it, and one for the others.

#include "conv2d_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

template <bool kAtEdge>
__global__ void conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_core[kTile][kTile];
    const int left = int(blockIdx.x) * kTile, top = int(blockIdx.y) * kTile;
    const bool at_edge = left < kRadius || top < kRadius || left + kTile + kRadius > width || top + kTile + kRadius > height;
    if (at_edge != kAtEdge) return;             // the whole block

    const int tx = int(threadIdx.x), x = left + tx, ty = int(threadIdx.y), y = top + ty;
    const bool mine = !kAtEdge || (x < width && y < height);
    if (mine) s_core[ty][tx] = in[y * width + x];
    __syncthreads();
    if (!mine) return;

    const auto pixel_at = [&](int dx, int dy) {
        if (kAtEdge && (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height)) return 0.0f;
        const bool in_core = tx + dx >= 0 && tx + dx < kTile && ty + dy >= 0 && ty + dy < kTile;
        return in_core ? s_core[ty + dy][tx + dx] : in[(y + dy) * width + x + dx];
    };
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * pixel_at(dx, dy);
    out[y * width + x] = sum;
}

void conv2d_design3(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_design3_kernel<false><<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    conv2d_design3_kernel<true><<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
