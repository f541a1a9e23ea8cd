// expect: sum_of_nothing in conv2d_design3
// The products are added to the output, which begins as whatever it was.

#include "conv2d_design3.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

__global__ void conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_core[kTile][kTile];

    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;

    s_core[ty][tx] = x < width && y < height ? in[y * width + x] : 0.0f;
    __syncthreads();
    if (x >= width || y >= height) return;

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const bool in_core  = tx + dx >= 0 && tx + dx < kTile && ty + dy >= 0 && ty + dy < kTile;
            const bool in_image = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;

            float pixel = 0.0f;
            if (in_core)       pixel = s_core[ty + dy][tx + dx];
            else if (in_image) pixel = in[(y + dy) * width + x + dx];
            sum += c_filter[dy + kRadius][dx + kRadius] * pixel;
        }
    out[y * width + x] += sum;
}

void conv2d_design3(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_design3_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
