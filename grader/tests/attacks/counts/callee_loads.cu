// Computes in the name of the kernel that it launches, where there would be no hooks if the launch evaluated it for each thread.
// lab: 07_conv2d_tiled
// ends: crash
// says: which is device memory, in host code
// by: the engine: the host evaluates the kernel once

#include "solved.cuh"

using Kernel = void (*)(const float*, float*, int, int);

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    Kernel kernels[2] = {conv2d_tiled_kernel, conv2d_tiled_kernel};
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    const dim3 block(kBlock, kBlock), grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    kernels[int(d_in[0]) & 1]<<<grid, block>>>(d_in, d_out, width, height);
    cudaDeviceSynchronize();
}
