#pragma once
// What the parts of a convolution that run on a card agree on.

#include <cstdint>
#include <vector>

#include "kinds/convolution/kind.hpp"

namespace halo::lab {

inline constexpr int kMostWeights = 33 * 33;

/// A window of (2·radius_y + 1) · (2·radius_x + 1) elements around each of width · height; what lies outside is 0.
struct WindowShape {
    int width, height, radius_x, radius_y;

    std::uint64_t elements() const { return std::uint64_t(width) * std::uint64_t(height); }
    int weights() const { return (2 * radius_x + 1) * (2 * radius_y + 1); }
};

inline WindowShape signal(int width, int radius) { return {.width = width, .height = 1, .radius_x = radius, .radius_y = 0}; }
inline WindowShape image(const ImageSize& size, int radius) { return {.width = size.width, .height = size.height, .radius_x = radius, .radius_y = radius}; }

/// The weights of a filter, or of the product of a column and a row.
inline std::vector<float> weights_of(const std::vector<std::vector<float>>& filters)
{
    if (filters.size() == 1) return filters[0];
    std::vector<float> weights;
    for (const float column : filters.at(0))
        for (const float row : filters.at(1)) weights.push_back(column * row);
    return weights;
}

}  // namespace halo::lab
