#pragma once
// Names the mistake behind a wrong transpose: its values are all different, so each shows where it came from.

#include <optional>
#include <span>

#include "findings/evidence.hpp"

namespace halo::lab {

/// in [height][width] becomes out [width][height].
struct Transposition {
    int width = 1, height = 1;
    int tile = 0;                     ///< edge of a tile; 0: unknown
    bool in_place = false;            ///< out is in
    std::span<const float> in;
    bool any_kernel = false;          ///< the edge of a tile is the student's choice

    float at(int x, int y) const { return in[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

/// One wrong output and its context.
struct WrongTranspose {
    const Transposition& task;
    std::span<const float> got, want;
    std::span<const float> earlier_want;    ///< of the previous call, with the same sizes; may be empty
};

/// The first of these that holds; nothing when none does. The keys are those of a wrong convolution.
///
///   not_started   nothing was written, or in place: nothing was moved
///   stale         the result of the previous call
///   unwritten     most wrong elements were never written, or in place: never moved
///   wrong_result  a copy; rows as long as the input's; tiles that do not move or are not transposed; one of a pair lost; the diagonal left out
///   overwritten   in place, of each pair of tiles only one has moved
///   wrong_result  otherwise: which element of the input it is
std::optional<Diagnosis> classify(const WrongTranspose& output);

}  // namespace halo::lab
