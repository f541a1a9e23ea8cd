// Registers a local array, returns, and lets a kernel store there while the engine uses that part of the stack.
// ends: out_of_bounds or cuda_error
// by: the engine's guard

#include <cstdio>

#include "solved.cuh"

static char* before;
[[gnu::noinline]] static void registered()
{
    char array[24576];
    volatile char* const used = array;
    used[0] = 0;
    before = array;
    if (cudaHostRegister(array, sizeof array, 0) != cudaSuccess) std::printf("refused\n");
}
__global__ void store(char* at, int n)
{
    for (int i = 0; i < n; i += 8) *reinterpret_cast<unsigned long*>(at + i) = 0x4141414141414141ul;
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    if (before == nullptr) registered();
    store<<<1, 1>>>(before + 8192, 16000);
    cudaDeviceSynchronize();
}
