// Lets a kernel's printf store a count by %n into the harness's stack.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(char* at)
{
    printf("%n", reinterpret_cast<int*>(at));
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    store<<<1, 1>>>(at);
    cudaDeviceSynchronize();
}
