// Transposes on the host.
// lab: 01_transpose
// ends: implausible
// by: plausible counts

#include <cuda_runtime.h>
#include <vector>

#include "solved.cuh"

void transpose_naive(const float* d_in, float* d_out, int width, int height)
{
    solved_naive(d_in, d_out, width, height);
}

void transpose_tiled(const float* d_in, float* d_out, int width, int height)
{
    solved_tiled(d_in, d_out, width, height);
}

void transpose_padded(const float* d_in, float* d_out, int width, int height)
{
    std::vector<float> in(size_t(width) * height), out(in.size());
    cudaMemcpy(in.data(), d_in, in.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) out[size_t(x) * height + y] = in[size_t(y) * width + x];
    cudaMemcpy(d_out, out.data(), out.size() * sizeof(float), cudaMemcpyHostToDevice);
}

void transpose_in_place(float* d_data, int n)
{
    solved_in_place(d_data, n);
}
