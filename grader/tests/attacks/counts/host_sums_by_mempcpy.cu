// Sums on the host what mempcpy fetched from device memory, and stores the sums there by it.
// lab: 07_conv2d_tiled
// ends: crash
// says: device memory, in host code
// by: the engine: library functions of host code are watched

#include "solved.cuh"

#include <cstring>
#include <vector>
__global__ void copies(const float* in, const float* sums, float* out, int n)
{
    const int i = int(blockIdx.x) * 256 + int(threadIdx.x);
    if (i < n) out[i] = sums[i] + 0.0f * in[i];
}
void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }
void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    const int n = width * height;
    std::vector<float> in(n), sums(n);
    mempcpy(in.data(), d_in, n * sizeof(float));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int dy = -kRadius; dy <= kRadius; ++dy)
                for (int dx = -kRadius; dx <= kRadius; ++dx)
                    if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                        sums[y * width + x] += h_filter[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius] * in[(y + dy) * width + x + dx];
    float* d_sums = nullptr;
    CUDA_CHECK(cudaMalloc(&d_sums, n * sizeof(float)));
    mempcpy(d_sums, sums.data(), n * sizeof(float));
    copies<<<(n + 255) / 256, 256>>>(d_in, d_sums, d_out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_sums));
}
