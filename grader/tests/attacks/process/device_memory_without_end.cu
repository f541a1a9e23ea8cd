// Allocates device memory until there is none, and fills it.
// ends: memory_limit or cuda_error or passed
// by: limits
// level: harmless

#include <cuda_runtime.h>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    char* more = nullptr;
    for (int i = 0; i < 4096 && cudaMalloc(&more, 64 << 20) == cudaSuccess; ++i) cudaMemset(more, 1, 64 << 20);
    cudaGetLastError();
    solved(in, filter, out, width, filter_width);
}
