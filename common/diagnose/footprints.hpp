#pragma once
// Draws one output of a tap map beside what is due.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "diagnose/taps.hpp"
#include "findings/footprint.hpp"

namespace halo {

/// One product that an output should have, or a ghost that it should not.
struct DueProduct {
    int weight = 0, filter = 0;
    Indices offset = {};                        ///< as messages name the weight
    Indices place = {};                         ///< of the element it belongs to, also of a ghost
    std::optional<std::int64_t> source = {};    ///< that element; nothing for a ghost
};

struct Drawn {
    std::string output;                         ///< `out[2][14]`
    int columns = 0, rows = 0;                  ///< of the drawing; products beyond it are only counted
    std::function<Indices(std::int64_t)> place = {};                    ///< of an element of the input
    std::function<Mark(const Indices& due, const Indices& met)> side = {};  ///< on which side of its own the element lies that was met
};

/// `wrong` is 0 if the output is right.
Footprint footprint(const TapMap& map, std::size_t output, std::span<const DueProduct> due, const Drawn& drawn);

/// Images and signals: left, right, above or below, if not further away than `reach`.
Mark side_of(const Indices& due, const Indices& met, int reach);

}  // namespace halo
