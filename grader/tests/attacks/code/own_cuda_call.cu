// Defines a CUDA call of its own.
// ends: does_not_compile
// by: the compiler or the linker

#include <cuda_runtime.h>

cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
