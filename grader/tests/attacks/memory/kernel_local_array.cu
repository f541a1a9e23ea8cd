// Stores into the harness's stack by indexing a local array of the kernel.
// ends: does_not_compile
// says: without the engine seeing it
// by: the object gate: hooks

#include <cstdint>

#include "solved.cuh"

// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}
__device__ int sink;
__global__ void store(char* at)
{
    char window[2] = {1, 2};
    window[at - window] = 0;
    if (window[threadIdx.x] == 77) sink = 1;
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    store<<<1, 1>>>(at);
    cudaDeviceSynchronize();
}
