#pragma once
// A real card: is one here, is nvcc, and is the build made for it?

#include "student/place.hpp"

namespace halo::student {

/// Throws Refusal where there is no card or no nvcc: a test that did not run is not green.
void ready_for_card(const Place& place);

}  // namespace halo::student
