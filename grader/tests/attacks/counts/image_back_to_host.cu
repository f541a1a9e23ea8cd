// Copies the image back, sums on the host and copies the result up.
// lab: 07_conv2d_tiled
// ends: implausible
// by: plausible counts

#include <cuda_runtime.h>
#include <vector>

#include "solved.cuh"

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    solved_basic(d_in, h_filter, d_out, width, height);
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    std::vector<float> in(size_t(width) * height), out(in.size());
    cudaMemcpy(in.data(), d_in, in.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx)
                    if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                        out[y * width + x] += h_filter[(dy + 2) * 5 + dx + 2] * in[(y + dy) * width + x + dx];
    cudaMemcpy(d_out, out.data(), out.size() * sizeof(float), cudaMemcpyHostToDevice);
}
