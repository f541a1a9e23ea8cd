#pragma once
// How many loads convolutions make, with and without tiles.

#include <algorithm>

namespace halo::lab {

/// In-range taps of all outputs along one direction.
inline double taps(int size, int radius)
{
    double sum = 0;
    for (int i = 0; i < size; ++i) sum += std::min(size - 1, i + radius) - std::max(0, i - radius) + 1;
    return sum;
}

/// Elements that tiles along one direction load: for each tile its outputs and `radius` more on both sides, in range.
inline double patch_loads(int size, int tile, int radius)
{
    double sum = 0;
    for (int begin = 0; begin < size; begin += tile)
        sum += std::min(size, begin + tile + radius) - std::max(0, begin - radius);
    return sum;
}

}  // namespace halo::lab
