#pragma once
// From addresses to the student's words: lines of code, and names, indices and shapes of arrays.

#include <cstdint>
#include <string>
#include <vector>

#include "findings/finding.hpp"
#include "engine/watch/sightings.hpp"

namespace halo::engine {

/// The line whose code returns to `site`. Inline functions of our own headers count as the line that calls them.
Place place_of(std::uintptr_t site);

/// A shared or global array of the program, from its debug information.
struct ArrayShape {
    std::vector<std::int64_t> extents;  ///< empty: not an array, or not known
    std::uint64_t element_bytes = 0;
};
/// `name`: of a shared array; `bytes`: its size, which tells equal names apart.
ArrayShape shape_of(const std::string& name, std::uint64_t bytes);

/// Fills in everything that text needs. `kernel`: of the launch.
Finding resolve(const Sighting& sighting, const std::string& kernel);

}  // namespace halo::engine
