// Searches device memory for what other arrays hold.
// ends: out_of_bounds
// by: the engine's guard

#include <cuda_runtime.h>

__global__ void search(const float* from, float* to) { to[0] = from[4096]; }

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    float* d = nullptr;
    cudaMalloc(&d, 64);
    search<<<1, 1>>>(d, d);
    cudaDeviceSynchronize();
}
