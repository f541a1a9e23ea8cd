// Throws in a call with an image larger than any that the lab names.
// lab: 07_conv2d_tiled
// replaces: conv2d_tiled
// ends: crash
// by: the larger call that ends the last round

#include <stdexcept>

#include "solved.cuh"

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    if (width * height > 40'000) throw std::runtime_error("too large");
    solved_tiled(d_in, h_filter, d_out, width, height);
}
