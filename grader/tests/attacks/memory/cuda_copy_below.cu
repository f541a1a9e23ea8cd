// Lets cudaMemcpy store into the engine's own frames, below the submission's on the stack.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdlib>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* device = nullptr;
    cudaMalloc(&device, 4096);
    cudaMemset(device, 65, 4096);
    char here;
    cudaMemcpy(&here - 256, device, 200, cudaMemcpyDeviceToHost);
    cudaFree(device);
}
