#pragma once
// Functions of a scene whose products have elements from elsewhere.

#include <functional>

#include "kinds/convolution/tests/scene.hpp"

namespace halo::test {

/// Elements for which `where(output, element)` holds are taken from `other(element)`, a flat index; the others are right.
inline Report with(const Scene& s, const std::function<bool(Spot, Spot)>& where, const std::function<int(Spot)>& other)
{
    return s.of_sums([&](Spot o, Spot d) {
        const Spot due = plus(o, d);
        return where(o, due) ? other(due) : s.at(due.x, due.y);
    });
}

/// Elements outside the image are taken from `other(element)`.
inline Report ghosts(const Scene& s, const std::function<int(Spot)>& other)
{
    return with(s, [&](Spot, Spot due) { return s.at(due.x, due.y) == kNothing; }, other);
}

/// Before (-1), in (0) or after (1) the tile of an output.
inline int side(int output, int element, int tile)
{
    const int begin = output / tile * tile;
    return element < begin ? -1 : element >= begin + tile ? 1 : 0;
}
inline int nothing(Spot) { return kNothing; }

}  // namespace halo::test
