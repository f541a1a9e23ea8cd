#pragma once
// What a convolution should give: plain loops, sums in double. Written to be read, not to be fast.

#include <span>
#include <vector>

#include "data/extent.hpp"

namespace halo {

/// out[i] = Σ filter[d+R] · in[i+d], |d| ≤ R. The filter (odd width) is not mirrored; ghost elements count as 0.
std::vector<float> conv1d_reference(std::span<const float> in, std::span<const float> filter);

/// out[y][x] = Σ filter[dy+R][dx+R] · in[y+dy][x+dx], |dx|, |dy| ≤ R = radius; ghost elements count as 0.
std::vector<float> conv2d_reference(std::span<const float> in, Extent extent, std::span<const float> filter, int radius);

}  // namespace halo
