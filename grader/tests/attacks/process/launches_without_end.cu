// Launches kernels that do nothing without end.
// ends: timeout
// by: limits

#include <cuda_runtime.h>

__global__ void nothing() {}

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    for (;;) nothing<<<1, 1>>>();
    solved(in, filter, out, width, filter_width);
}
