#pragma once
// Right numbers from, or in, the wrong places: x and y, or width and height, exchanged.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// Names the two directions whose exchange explains the output exactly, if there are any.
std::optional<Diagnosis> exchanged(const WrongOutput& output);

}  // namespace halo
