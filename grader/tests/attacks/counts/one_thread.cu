// Lets a single thread compute everything.
// lab: 07_conv2d_tiled
// ends: slow_pattern or timeout
// by: the measured reuse ratio

#include <cuda_runtime.h>

__constant__ float c_weights[5][5];

__global__ void alone(const float* in, float* out, int width, int height)
{
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float sum = 0;
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx)
                    if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                        sum += c_weights[dy + 2][dx + 2] * in[(y + dy) * width + x + dx];
            out[y * width + x] = sum;
        }
}

#include "solved.cuh"

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    solved_basic(d_in, h_filter, d_out, width, height);
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    cudaMemcpyToSymbol(c_weights, h_filter, 25 * sizeof(float));
    alone<<<1, 1>>>(d_in, d_out, width, height);
    cudaDeviceSynchronize();
}
