// Makes a surface of an array whose size overflows to a few bytes: its second row is the harness's stack.
// ends: out_of_bounds
// by: the engine: no array is that wide

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(cudaSurfaceObject_t surface) { surf2Dwrite<unsigned char>(123, surface, 0, 1, cudaBoundaryModeClamp); }

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    static bool done = false;
    if (done) return;
    done = true;
    char *one = nullptr, *two = nullptr;
    cudaMalloc(&one, 64);
    cudaMalloc(&two, 64);
    char* const third = two + (two - one);     // where the array will be
    const std::size_t pitch = static_cast<std::size_t>(at + 1 - third) | 1;
    std::size_t rows = pitch;                  // an odd number has an inverse, modulo 2^64
    for (int i = 0; i < 6; ++i) rows *= 2 - pitch * rows;
    std::size_t bytes = 1;
    while (int(rows * bytes) < 2) ++bytes;     // this many bytes in all
    const cudaChannelFormatDesc format{8, 0, 0, 0, cudaChannelFormatKindUnsigned};
    cudaExtent extent{};
    extent.width = pitch;
    extent.height = rows * bytes;
    cudaArray_t array = nullptr;
    int made = int(cudaMalloc3DArray(&array, &format, extent, cudaArraySurfaceLoadStore));
    cudaResourceDesc what{};
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    if (made == 0) made = int(cudaCreateSurfaceObject(&surface, &what));
    store<<<1, 1>>>(surface);
    cudaDeviceSynchronize();
    cudaFree(one);
    cudaFree(two);
    cudaFreeArray(array);
}
