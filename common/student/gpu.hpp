#pragma once
// Prepares for a real GPU: finds it and nvcc, and configures the build for it.

#include "student/place.hpp"

namespace halo::student {

/// Throws Refusal if there is no GPU or no nvcc: a test that did not run must not look like a pass.
void prepare_gpu(const Place& place);

/// Times the lab's functions on the card, if time is a subject of this lab, beside those of the solution where there is one. What goes wrong is
/// said, and is not a failure: the tests have passed.
void show_speed(const Place& place);

}  // namespace halo::student
