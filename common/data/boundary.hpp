#pragma once
// What a filter finds outside an image.

#include <algorithm>

namespace halo {

/// Of a row `a b c d`, three elements to each side of it:
enum class Boundary {
    zero,           ///< 0 0 0 | a b c d | 0 0 0   ghost elements
    replicate,      ///< a a a | a b c d | d d d   the nearest one
    mirror,         ///< d c b | a b c d | c b a   the edge element is the mirror, and does not stand twice
};

/// The element that stands for element `i` of `size` ones; −1 for none, which counts as 0. Any i, any size from 1 on.
inline int stand_in(int i, int size, Boundary boundary)
{
    if (i >= 0 && i < size) return i;
    if (boundary == Boundary::zero) return -1;
    if (boundary == Boundary::replicate || size == 1) return std::clamp(i, 0, size - 1);
    const int period = 2 * (size - 1), way = (i < 0 ? -i : i) % period;
    return way < size ? way : period - way;
}

}  // namespace halo
