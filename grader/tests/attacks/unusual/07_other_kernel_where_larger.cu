// Another right kernel for images larger than any that the lab names.
// lab: 07_conv2d_tiled
// replaces: conv2d_tiled

#include "solved.cuh"

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    if (width * height > 40'000) conv2d_basic(d_in, h_filter, d_out, width, height);
    else solved_tiled(d_in, h_filter, d_out, width, height);
}
