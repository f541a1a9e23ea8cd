#pragma once
// Right numbers from, or in, the wrong places: x and y, or width and height, exchanged.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// If the output fits exactly when two of its directions are exchanged: which.
std::optional<Diagnosis> exchanged(const WrongOutput& output);

}  // namespace halo
