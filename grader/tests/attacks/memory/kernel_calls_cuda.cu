// Calls cudaMemcpy in a kernel, by way of a class's method.
// ends: crash or out_of_bounds
// by: the engine: a kernel calls no function of the CUDA runtime

#include <cstdint>

#include "solved.cuh"

// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}
static char zero[16];
struct Method {
    static void copy(char* at) { cudaMemcpy(at, zero, 16, cudaMemcpyHostToHost); }
};
__global__ void store(char* at)
{
    Method::copy(at);
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    store<<<1, 1>>>(at);
    cudaDeviceSynchronize();
}
