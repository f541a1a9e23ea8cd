// Writes through a device pointer on the host.
// ends: out_of_bounds or crash
// by: the engine's guard

#include <cuda_runtime.h>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    float* d = nullptr;
    cudaMalloc(&d, 4);
    *d = 1;
    solved(in, filter, out, width, filter_width);
}
