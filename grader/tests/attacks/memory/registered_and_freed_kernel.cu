// Registers a block, gives it back, and lets a kernel store there when the engine may have it.
// ends: out_of_bounds or cuda_error
// by: the engine's guard

#include <cstdlib>

#include "solved.cuh"

__global__ void store(char* at, int n)
{
    for (int i = 0; i < n; i += 8) *reinterpret_cast<unsigned long*>(at + i) = 0x4141414141414141ul;
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    constexpr int kBytes = 1 << 20;
    char* const block = static_cast<char*>(std::malloc(kBytes));
    cudaHostRegister(block, kBytes, cudaHostRegisterMapped);
    std::free(block);
    store<<<1, 1>>>(block, kBytes);
    cudaDeviceSynchronize();
}
