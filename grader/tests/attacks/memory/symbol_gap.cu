// Copies to the gap between two device variables: the copy may go on into the engine's variables behind them.
// ends: crash or does_not_compile
// by: the processor: the copy is read from beyond the variables; cudaMemcpy refuses a gap

#include <cstdint>
#include <cstring>

#include "solved.cuh"

// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}
__device__ int first;
__device__ int second;
static int error;
static char same[16384];

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    void* gap = nullptr;
    cudaGetSymbolAddress(&gap, *(reinterpret_cast<char(*)[1]>(reinterpret_cast<char*>(&first)) + 8));
    for (int i = 0; i < 16384; ++i) same[i] = static_cast<char>(__atomic_load_n(static_cast<char*>(gap) + i, __ATOMIC_RELAXED));
    error = cudaMemcpy(gap, same, sizeof same, cudaMemcpyHostToDevice);
}
