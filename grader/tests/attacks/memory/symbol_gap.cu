// Copies to the gap between two device variables: the copy may go on into the engine's variables after them.
// ends: crash
// by: cudaGetSymbolAddress, which refuses a gap: the pointer stays null

#include <cstring>

#include "solved.cuh"

__device__ int first;
__device__ int second;
static int error;
static char same[16384];

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    void* gap = nullptr;
    cudaGetSymbolAddress(&gap, *(reinterpret_cast<char(*)[1]>(reinterpret_cast<char*>(&first)) + 8));
    for (int i = 0; i < 16384; ++i) same[i] = static_cast<char>(__atomic_load_n(static_cast<char*>(gap) + i, __ATOMIC_RELAXED));
    error = cudaMemcpy(gap, same, sizeof same, cudaMemcpyHostToDevice);
}
