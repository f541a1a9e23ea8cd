#pragma once
// The shape of what is missing: one run of neighbours, or the same part of every period.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace halo {

/// Neighbours that are all missing.
struct Run {
    std::size_t begin = 0, length = 0;
};

/// `missing` in ascending order.
std::vector<Run> runs_of(std::span<const std::size_t> missing);

/// The same part of every period.
struct Turns {
    std::size_t first = 0, missing = 0, period = 0;
};

/// Nothing unless the same part of each period is missing, at least twice; the last may be cut off by the end.
std::optional<Turns> turns_of(std::span<const std::size_t> missing, std::size_t end);

}  // namespace halo
