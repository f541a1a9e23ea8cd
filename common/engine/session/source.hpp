#pragma once
// Translates addresses to the student's terms: lines of code, and names, indices and shapes of arrays.

#include <cstdint>
#include <string>
#include <vector>

#include "findings/finding.hpp"
#include "engine/watch/raw_findings.hpp"

namespace halo::engine {

/// The line of the call that returns to `site`. For inline functions of our own headers, the line that calls them.
Place place_of(std::uintptr_t site);

/// Likewise; line 0 if no function of the program, but only one of a library, is there.
Place place_outside_libraries(std::uintptr_t site);

/// The function, demangled, whose call returns to `site`; empty if it is not known.
std::string function_at(std::uintptr_t site);

/// A shared or global array of the program, from its debug information.
struct ArrayShape {
    std::vector<std::int64_t> extents;  ///< empty: not an array, or not known
    std::uint64_t element_bytes = 0;
    std::uint64_t scalar_bytes = 0;     ///< of a number, or of a vector's component; 0: neither
    bool is_float = false;
};
/// `name`: of a shared array; `bytes`: its size, which distinguishes arrays of the same name.
ArrayShape shape_of(const std::string& name, std::uint64_t bytes);

/// Coordinates of the block or thread with this number.
Index3 coordinates(std::uint64_t linear, const Index3& extent);

/// Fills in everything that a message needs. `kernel`: its name in the launch.
Finding resolve(const RawFinding& raw, const std::string& kernel);

}  // namespace halo::engine
