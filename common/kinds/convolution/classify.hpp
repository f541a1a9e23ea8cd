#pragma once
// Names the misconception behind a wrong output, from its values and from the map of what was summed.
// What cannot be shown is not reported.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diagnose/compare.hpp"
#include "diagnose/taps.hpp"
#include "findings/evidence.hpp"
#include "kinds/convolution/met.hpp"

namespace halo {

/// A convolution in 1-D (height 1, radius_y 0) or 2-D. Arrays are [height][width] and [2·radius_y+1][2·radius_x+1].
struct Convolution {
    int width = 1, height = 1;
    int radius_x = 0, radius_y = 0;
    int tile = 0;                     ///< outputs of a tile in each direction; 0: unknown
    std::span<const float> in, filter;

    Layout layout() const { return {width, height, radius_x, radius_y, tile}; }
    bool flat() const { return layout().flat(); }
    /// `out[3][14]`
    std::string output(std::size_t flat_index) const { return element(flat_index, flat() ? std::vector<std::int64_t>{width} : std::vector<std::int64_t>{height, width}); }
};

/// One wrong output and its context.
struct WrongConvolution {
    Convolution problem;
    std::span<const float> got, want;
    double tolerance = 0.0;
    std::span<const float> earlier_want;    ///< of the previous call, with the same sizes; may be empty
    std::span<const float> earlier_in;      ///< likewise
    std::span<const float> earlier_filter;  ///< likewise
    bool earlier_right = false;             ///< the previous call was right
    const TapMap* taps = nullptr;           ///< what the function sums, if it has been asked
    std::optional<std::size_t> drawn = {};  ///< the output whose products are drawn; nothing: the most telling wrong one
};

/// What the values show, then what the tap map shows; nothing when neither is enough. Without a map the answer may be only
/// part of the truth, and another question is worth its time.
///
///   from the values   nothing written; every element 0, or a copy; kept from the previous call; only the precision, or only whole
///                     numbers; a sum that continues another's; elements never written
///   from the map      patterns.hpp
std::optional<Diagnosis> classify(const WrongConvolution& output);

/// For any output, whatever its shape: every element is a NaN computed from the NaN that it held before.
std::optional<Diagnosis> sum_of_nothing(std::span<const float> got);

}  // namespace halo
