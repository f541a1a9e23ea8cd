#pragma once
// Names the misconception behind a wrong output, from the shape of its error.
//
// Each suspicion is tested: the output that it *would* produce is computed and compared, or the wrong elements are
// counted by place. What cannot be shown is not reported.

#include <cstddef>
#include <optional>
#include <span>

#include "findings/evidence.hpp"



namespace halo {

/// A convolution in 1-D (height 1, radius_y 0) or 2-D. Arrays are [height][width] and [2·radius_y+1][2·radius_x+1].
struct Convolution {
    int width = 1, height = 1;
    int radius_x = 0, radius_y = 0;
    int tile = 0;                     ///< outputs of a tile in each direction; 0: unknown
    std::span<const float> in, filter;

    bool flat() const { return radius_y == 0 && height == 1; }
};

/// One wrong output and its context.
struct WrongOutput {
    Convolution problem;
    std::span<const float> got, want;
    double tolerance = 0.0;
    std::span<const float> earlier_want;    ///< of the previous call, with the same sizes; may be empty
    std::span<const float> earlier_in;      ///< likewise
    std::span<const float> earlier_filter;  ///< likewise
    bool earlier_right = false;             ///< the previous call was right
};

/// The first of these suspicions that holds, in this order; nothing when none does.
///
///   key               what was seen
///   not_started       every element still holds the NaN it started with
///   stale             … in a call after a right one
///   sum_of_nothing    every element is a NaN that was computed
///   wrong_result      every element is 0, or the output is the input
///   stale             the result, the filter or the input of the previous call
///   filter_mirrored   computed with the filter mirrored, in x, in y or in both, or transposed
///   tap_left_out      the first or last tap is never used, or only those in the middle are
///   wrong_result      only the last row of taps or the last product counts
///   wrong_result      output, input or tiles transposed; width and height exchanged
///   filter_index      the weights are taken in another order, or one in place of another
///   block_offset      each block reads the first one's elements
///   halo_off_by_one   everything is right but shifted
///   wrong_result      only whole numbers; a sum continues another output's; all are wrong by the same amount; or rounded
///   unwritten         some elements never written: a last block, a border, part of each tile
///   ghost_not_zero    what was read instead is known; or an element at the edge was taken for a ghost
///   halo_off_by_one   the halo of each tile comes from a few elements away
///   halo_missing      the halo of each tile is that of another tile
///   ghost_not_zero    wrong only within the radius of the edge
///   halo_off_by_one   wrong only in the outermost column or row of each tile
///   halo_missing      wrong only within the radius of tile edges
///   wrong_result      wrong only in the last tile
std::optional<Diagnosis> classify(const WrongOutput& output);

/// For any output, whatever its shape: every element is a NaN computed from the NaN that it held before.
std::optional<Diagnosis> sum_of_nothing(std::span<const float> got);

}  // namespace halo
