#pragma once
// One screen after each save: the first problem, and what to do.

#include "student/place.hpp"

namespace halo::student {

/// Builds and tests after each save, until it is interrupted; on a terminal, until a key ends it.
int watch(const Place& place);

}  // namespace halo::student
