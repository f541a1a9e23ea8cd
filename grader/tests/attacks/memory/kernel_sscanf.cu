// Lets a kernel's sscanf store into the harness's stack.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}
struct Method {
    static void scan(char* at) { std::sscanf("7", "%d", reinterpret_cast<int*>(at)); }
};
__global__ void store(char* at)
{
    Method::scan(at);
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    store<<<1, 1>>>(at);
    cudaDeviceSynchronize();
}
