// Stores past the output, but only of an image larger than any that the lab names.
// lab: 07_conv2d_tiled
// replaces: conv2d_tiled
// ends: out_of_bounds
// by: the larger call that ends the last round

#include "solved.cuh"

__global__ void store_behind(float* out, int count) { out[count] = 1.0f; }

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    solved_tiled(d_in, h_filter, d_out, width, height);
    if (width * height > 40'000) store_behind<<<1, 1>>>(d_out, width * height);
    CUDA_CHECK(cudaDeviceSynchronize());
}
