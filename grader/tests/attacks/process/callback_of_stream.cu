// Hands the host a function to call while the harness waits.
// ends: crash or timeout or does_not_compile
// by: limits

#include <cuda_runtime.h>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    cudaLaunchHostFunc(nullptr, [](void*) { for (volatile int i = 0;; ) i = i + 1; }, nullptr);
    cudaDeviceSynchronize();
    solved(in, filter, out, width, filter_width);
}
