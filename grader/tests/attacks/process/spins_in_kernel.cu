// Its kernel never ends.
// ends: timeout
// by: limits

#include <cuda_runtime.h>

__global__ void endless(volatile int* flag)
{
    while (*flag == 0) {}
}

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    int* flag = nullptr;
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    endless<<<1, 1>>>(flag);
    cudaDeviceSynchronize();
    solved(in, filter, out, width, filter_width);
}
