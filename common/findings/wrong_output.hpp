#pragma once
// Where an output is wrong, and what one of its elements sums: for a page that draws it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings/footprint.hpp"

namespace halo {

/// An output in at most kMostRows × kMostColumns cells, each of `high` × `wide` elements.
struct WrongOutput {
    static constexpr std::int64_t kMostRows = 32, kMostColumns = 64;
    static constexpr char kRight = '.', kWrong = 'x', kNeverWritten = '-';

    std::string call;                       ///< `48 x 32 image, radius 2`
    std::string array;                      ///< `out`
    std::int64_t rows = 1, columns = 0;     ///< of the output, in elements; a signal has one row
    std::int64_t high = 1, wide = 1;        ///< of a cell; those at the ends may be smaller
    std::vector<std::string> cells;         ///< a row each; a cell is wrong if any of its elements is
    std::optional<Footprint> footprint;     ///< of a wrong element, if the function was asked

    bool operator==(const WrongOutput&) const = default;
};

}  // namespace halo
