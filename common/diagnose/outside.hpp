#pragma once
// An access outside an array, as a watcher reports it.

#include <cstdint>

#include "findings/finding.hpp"

namespace halo {

/// Elements of the array that the finding is about; 0 when they are not known.
inline std::int64_t elements_of(const Finding& f)
{
    std::int64_t count = 1;
    for (const std::int64_t extent : f.shape) count *= extent;
    return f.shape.empty() ? 0 : count;
}

/// An access before the start or past the end of an array in global or constant memory.
inline bool outside_of_array(const Finding& f)
{
    return f.kind == FindingKind::out_of_bounds && f.space != Space::shared && !f.index.empty()
           && (f.outside == Outside::past_end || f.outside == Outside::before_start);
}

}  // namespace halo
