#pragma once
// What a filter reads outside an image.

#include <algorithm>

namespace halo {

/// Shown for the row `a b c d`: three elements on each side.
enum class Boundary {
    zero,           ///< 0 0 0 | a b c d | 0 0 0   ghost elements
    replicate,      ///< a a a | a b c d | d d d   the nearest one
    mirror,         ///< d c b | a b c d | c b a   the edge element is the mirror and is not repeated
};

/// The index of the element that is read for index `i` of a row of `size` elements; −1 for none, which counts as 0. Any i; size ≥ 1.
inline int stand_in(int i, int size, Boundary boundary)
{
    if (i >= 0 && i < size) return i;
    if (boundary == Boundary::zero) return -1;
    if (boundary == Boundary::replicate || size == 1) return std::clamp(i, 0, size - 1);
    const int period = 2 * (size - 1), offset = (i < 0 ? -i : i) % period;
    return offset < size ? offset : period - offset;
}

}  // namespace halo
