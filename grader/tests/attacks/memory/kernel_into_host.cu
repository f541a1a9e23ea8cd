// Lets a kernel write into host memory.
// ends: out_of_bounds
// by: the engine's guard

#include <cuda_runtime.h>

__global__ void store(float* at) { *at = 1; }

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    store<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
