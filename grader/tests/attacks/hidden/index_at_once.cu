// Stores out of bounds in the hidden test itself, at the index that is its size.
// ends: out_of_bounds
// by: what students see of a hidden test

#include "solved.cuh"

__global__ void tell(int index, int* p) { if (threadIdx.x == 0) p[index] = 1; }

/// Is the width one that the lab's own tests call, or near that of its measured case?
static bool published(int width)
{
    for (const int known : {1, 3, 40, 100, 200, 255, 256, 257, 1000}) if (width == known) return true;
    return width >= 4000;
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    if (!published(width)) {
        int* p = nullptr;
        cudaMalloc(&p, 4);
        tell<<<1, 32>>>(width, p);
        cudaDeviceSynchronize();
        cudaFree(p);
    }
    solved(in, filter, out, width, filter_width);
}
