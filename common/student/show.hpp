#pragma once
// `make show`: a page that steps through what one block does.

#include <string>

#include "student/place.hpp"

namespace halo::student {

/// Writes BUILD/show/LAB.html and prints where it is. `function`, `block`: what to show; empty: what says most about the last failure.
int show_block(const Place& place, const std::string& function, const std::string& block);

}  // namespace halo::student
