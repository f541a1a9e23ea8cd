#pragma once
// What kinds with a filter say that others do not.

#include <optional>
#include <string>

#include "findings/finding.hpp"

namespace halo::lab {

/// What to try about a sum that is wrong in no known way.
std::string follow_the_sum(const std::string& element);

/// What to try about a read behind an array: ghost elements lie there.
std::optional<std::string> about_ghosts(const Finding& finding);

/// Likewise about shared memory, where the tile holds its core alone.
std::optional<std::string> about_core(const Finding& finding);

}  // namespace halo::lab
