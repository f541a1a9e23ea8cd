#pragma once
// What the parts of a layer of channels that run on a card agree on.

#include <cstddef>

#include <cuda_runtime.h>

#include "kinds/channels/kind.hpp"

namespace halo::lab {

struct LayerShape {
    int in_channels, out_channels, length, radius;

    __host__ __device__ int taps() const { return 2 * radius + 1; }
    std::size_t inputs() const { return std::size_t(in_channels) * std::size_t(length); }
    std::size_t weights() const { return std::size_t(in_channels) * std::size_t(out_channels) * std::size_t(taps()); }
    std::size_t outputs() const { return std::size_t(out_channels) * std::size_t(length); }
};

inline LayerShape shape_of(const LayerSize& size, int radius)
{
    return {.in_channels = size.in_channels, .out_channels = size.out_channels, .length = size.width, .radius = radius};
}

}  // namespace halo::lab
