#pragma once
// What a convolution should compute: plain loops, sums in double. Written to be read, not to be fast.

#include <span>
#include <vector>

#include "data/boundary.hpp"
#include "data/extent.hpp"

namespace halo {

/// out[i] = Σ filter[d+R] · in[i+d], |d| ≤ R. The filter (odd width) is not mirrored; ghost elements count as 0.
std::vector<float> conv1d_reference(std::span<const float> in, std::span<const float> filter);

/// out[y][x] = Σ filter[dy+R][dx+R] · in[y+dy][x+dx], |dx|, |dy| ≤ R = radius; ghost elements count as 0.
std::vector<float> conv2d_reference(std::span<const float> in, Extent extent, std::span<const float> filter, int radius);

/// The same with a filter that is a column times a row: weight [dy][dx] is column[dy+R] · row[dx+R].
std::vector<float> conv2d_separable_reference(std::span<const float> in, Extent extent, std::span<const float> column,
                                              std::span<const float> row);

/// A layer of a network: out[o][l] = bias[o] + Σ weight[o][c][d+R] · in[c][l+d]; ghost elements count as 0. `in` [C][length],
/// `weight` [O][C][2R+1] with O the size of `bias`.
std::vector<float> conv1d_channels_reference(std::span<const float> in, std::span<const float> weight, std::span<const float> bias,
                                             int length);

/// Bytes `in` [height][width][3], each colour filtered separately, rounded to the nearest whole number and clamped to 0…255.
std::vector<float> filter_image_reference(std::span<const float> in, Extent extent, std::span<const float> filter, int radius,
                                          Boundary boundary);

}  // namespace halo
