// Registers the input, which is const, and lets a kernel set it to 0.
// ends: out_of_bounds or cuda_error
// by: the engine's guard

#include "solved.cuh"

__global__ void clear(float* in) { in[threadIdx.x] = 0; }

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    float* const writable = const_cast<float*>(in);
    cudaHostRegister(writable, size_t(width) * sizeof(float), cudaHostRegisterMapped);
    clear<<<1, 1>>>(writable);
    cudaDeviceSynchronize();
    cudaHostUnregister(writable);
}
