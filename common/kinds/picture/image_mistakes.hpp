#pragma once
// Names the mistake behind a wrong picture. Bytes are rounded and clamped, so the output that a mistake *would* produce is
// computed and compared; what remains is named by the places of the wrong pixels.

#include <optional>
#include <span>
#include <vector>

#include "kinds/convolution/classify.hpp"
#include "data/boundary.hpp"
#include "data/extent.hpp"

namespace halo::lab {

/// A filter on bytes [height][width][3], and its inputs.
struct ImageTask {
    Extent extent;
    int radius = 1;
    int tile = 0;                     ///< edge of an output tile; 0: unknown
    Boundary boundary = Boundary::zero;
    std::span<const float> in, filter;
};

/// The value of bytes that were never written: in fresh device memory on the engine, and in the host's output before the call.
inline constexpr float kUnwrittenByte = 255;

/// One wrong output and its context.
struct WrongImage {
    const ImageTask& task;
    std::span<const float> got, want;
    std::span<const float> earlier_want;                ///< of the previous call, with the same size; may be empty
    std::span<const float> earlier_in, earlier_filter;  ///< likewise
    bool inside = false;                                ///< the map shows wrong products with pixels that exist: no policy is at fault
};

/// The first of these that holds; nothing when none does. The keys are those of a wrong convolution.
///
///   not_started      every byte is 255, and not because it should be
///   wrong_result     all zero; a copy; bytes cut off instead of rounded, or not clamped; colours mixed up
///   stale            the result, the filter or the picture of the previous call
///   filter_mirrored  mirrored or transposed
///   halo_off_by_one  the first or last tap is never used; or the picture is shifted
///   ghost_not_zero   another policy at the edge; or wrong only there
///   unwritten        most wrong bytes are 255
///   halo_missing, halo_off_by_one  wrong only at the tiles' edges
std::optional<Diagnosis> classify(const WrongImage& wrong);

}  // namespace halo::lab
