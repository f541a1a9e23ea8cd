// Lets a kernel's compare-and-exchange store what it found into the harness's stack.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(char* at)
{
    int zero = 0;
    __atomic_compare_exchange_n(&zero, reinterpret_cast<int*>(at), 1, false, 0, 0);
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    store<<<1, 1>>>(at);
    cudaDeviceSynchronize();
}
