// Its kernel prints until the disk is full.
// ends: crash or timeout or memory_limit
// by: limits

#include <cstdio>
#include <cuda_runtime.h>

__global__ void loud()
{
    for (;;) printf("%0200d\n", 0);
}

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    loud<<<1, 1>>>();
    cudaDeviceSynchronize();
    solved(in, filter, out, width, filter_width);
}
