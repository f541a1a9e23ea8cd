// Launches a kernel by a pointer that is chosen at run time: its code is that of no launch by name.
// lab: 07_conv2d_tiled
// ends: crash
// says: a function of the host
// by: the engine

#include "solved.cuh"

#include <algorithm>

__device__ inline void copy_row(const float* from, float* to) { std::copy_n(from, 20, to); }

#include "copies_rows.cuh"

using Kernel = void (*)(const float*, float*, int, int);
void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }
void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    const Kernel kernels[2] = {looks_tiled, conv2d_basic_kernel};
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    kernels[width < 0]<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
}
