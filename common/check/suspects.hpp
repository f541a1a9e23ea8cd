#pragma once
// Outputs that known mistakes would give, for classify().

#include <span>
#include <vector>

#include "check/classify.hpp"

namespace halo {

/// What a mistaken convolution reads where there is no element.
enum class Ghost {
    zero,       ///< right
    nearest,    ///< the element at the edge
    around,     ///< the element at the opposite edge
    next_row,   ///< whatever lies there in row-major order: the neighbouring row (0 outside the array)
};

/// What is wrong with a convolution. The default is right.
struct Mistake {
    bool mirror_x = false, mirror_y = false, transpose = false;
    bool skip_first = false, skip_last = false;     ///< the first or last tap in each direction is never used
    Ghost ghost = Ghost::zero;
};

/// The output of a convolution with that mistake; sums in double.
std::vector<float> mistaken(const Convolution& problem, std::span<const float> in, std::span<const float> filter,
                            const Mistake& mistake);

}  // namespace halo
