#pragma once
// Outputs that known mistakes would give, for classify().

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
    zero,       ///< right
    nearest,    ///< the element at the edge
    around,     ///< the element at the opposite edge
    next_row,   ///< whatever lies there in row-major order: the neighbouring row (0 outside the array)
};

/// The halo of each tile (of `Convolution::tile` outputs, which must be known) comes from elsewhere.
struct Halo {
    bool before = false, behind = false;            ///< the left or upper, and the right or lower halo
    bool around = false;                            ///< instead: what exists outside the tile, at all sides and corners
    bool rows = false;                              ///< upper and lower; else left and right
    int shift = 0;                                  ///< so many elements further right, or down (of all around: if `rows`) …
    int stale_from = 0;                             ///< … or, if not 0: from tile t mod stale_from
};

/// What is wrong with a convolution. The default is right.
struct Deviation {
    bool mirror_x = false, mirror_y = false, transpose = false;
    Trim trim{};                                    ///< taps that are never used
    Ghost ghost = Ghost::zero;
    Halo halo{};                                    ///< what the halo of each tile holds
};

/// An element of the output of a convolution that deviates like that; sums in double.
float mistaken_at(const Convolution& problem, std::span<const float> in, std::span<const float> filter,
                  const Deviation& deviation, Spot at);

/// All of them.
std::vector<float> mistaken(const Convolution& problem, std::span<const float> in, std::span<const float> filter,
                            const Deviation& deviation);

/// Is that, within the tolerance, what came out?
bool fits(const WrongOutput& output, std::span<const float> suspected);

/// Likewise, of an output whose element i is `element(i)`. Begins with the first wrong element: there nearly every false
/// suspicion fails, and the others need not be computed.
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

/// Is what came out that of a convolution that deviates like that?
bool fits(const WrongOutput& output, const Convolution& problem, std::span<const float> in, std::span<const float> filter,
          const Deviation& deviation);

}  // namespace halo
