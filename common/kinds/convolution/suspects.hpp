#pragma once
// Outputs that known mistakes would produce, for classify().

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// Where an element lies.
struct Spot {
    int x = 0, y = 0;
};

/// What a mistaken convolution reads where there is no element.
enum class Ghost {
    zero,       ///< correct
    nearest,    ///< the element at the edge
    around,     ///< the element at the opposite edge
    next_row,   ///< whatever is there in row-major order: the neighbouring row (0 outside the array)
};

/// The halo of each tile (of `Convolution::tile` outputs, which must be known) comes from elsewhere.
struct Halo {
    bool before = false, after = false;            ///< the left or upper, and the right or lower halo
    bool around = false;                            ///< instead: every element that exists outside the tile, on all sides and corners
    bool rows = false;                              ///< upper and lower; else left and right
    int shift = 0;                                  ///< elements further right, or down (with `around`: down if `rows`) …
    int stale_from = 0;                             ///< … or, if not 0: taken from tile t mod stale_from
};

/// What is wrong with a convolution. By default nothing is.
struct Deviation {
    bool mirror_x = false, mirror_y = false, transpose = false;
    Trim trim{};                                    ///< taps that are never used
    Ghost ghost = Ghost::zero;
    Halo halo{};                                    ///< what the halo of each tile holds
};

/// An element of the output of a convolution with this deviation; sums in double.
float mistaken_at(const Convolution& problem, std::span<const float> in, std::span<const float> filter,
                  const Deviation& deviation, Spot at);

/// The whole output.
std::vector<float> mistaken(const Convolution& problem, std::span<const float> in, std::span<const float> filter,
                            const Deviation& deviation);

/// Does the output equal the suspected one, within the tolerance?
bool fits(const WrongOutput& output, std::span<const float> suspected);

/// The same for a suspected output whose element i is `element(i)`. Starts at the first wrong element: nearly every false
/// suspicion fails there, and the other elements need not be computed.
template <class Element>
bool fits_each(const WrongOutput& o, Element element)
{
    const std::size_t count = o.got.size();
    const auto same = [&](std::size_t i, float other) { return std::abs(double(o.got[i]) - double(other)) <= o.tolerance; };
    std::size_t wrong = 0;
    while (wrong < count && same(wrong, o.want[wrong])) ++wrong;
    for (std::size_t i = wrong; i < count; ++i)
        if (!same(i, element(i))) return false;
    for (std::size_t i = 0; i < wrong; ++i)
        if (!same(i, element(i))) return false;
    return count > 0;
}

/// Does the output equal that of a convolution with this deviation?
bool fits(const WrongOutput& output, const Convolution& problem, std::span<const float> in, std::span<const float> filter,
          const Deviation& deviation);

}  // namespace halo
