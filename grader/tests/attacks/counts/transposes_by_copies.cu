// Transposes with one strided copy a column; no kernel.
// lab: 01_transpose
// ends: implausible
// by: plausible counts

#include <cuda_runtime.h>

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
    for (int x = 0; x < width; ++x)
        cudaMemcpy2D(d_out + size_t(x) * height, sizeof(float), d_in + x, width * sizeof(float), sizeof(float), height, cudaMemcpyDeviceToDevice);
}

void transpose_in_place(float* d_data, int n)
{
    solved_in_place(d_data, n);
}
