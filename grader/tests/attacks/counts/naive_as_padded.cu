// Hands the naive transpose in as the padded one.
// lab: 01_transpose
// ends: slow_pattern
// by: the counted sectors

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
    solved_naive(d_in, d_out, width, height);
}

void transpose_in_place(float* d_data, int n)
{
    solved_in_place(d_data, n);
}
