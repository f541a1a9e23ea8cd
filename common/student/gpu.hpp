#pragma once
// Prepares for a real GPU: finds it and nvcc, and configures the build for it.

#include "student/place.hpp"

namespace halo::student {

/// Throws Refusal if there is no GPU or no nvcc: a test that did not run must not look like a pass.
void prepare_gpu(const Place& place);

}  // namespace halo::student
