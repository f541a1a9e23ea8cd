// Uses up its memory in a call with an image larger than any that the lab names.
// lab: 07_conv2d_tiled
// replaces: conv2d_tiled
// ends: memory_limit
// by: limits, in the larger call that ends the last round

#include <vector>

#include "solved.cuh"

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    std::vector<std::vector<char>> all;
    while (width * height > 40'000) all.emplace_back(64 << 20, 'x');
    solved_tiled(d_in, h_filter, d_out, width, height);
}
