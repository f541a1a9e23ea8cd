// Lets cudaMemcpy write past the output.
// ends: out_of_bounds or cuda_error
// by: the engine's guard

#include <cuda_runtime.h>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    float* d = nullptr;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    cudaMemcpy(out + width, d, 256, cudaMemcpyDeviceToHost);
}
