// Ends its process.

#include "honest.cuh"

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    launch(d_in, h_filter, d_out, width, height);
    __builtin_trap();
}
