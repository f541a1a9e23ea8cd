#pragma once
// A halo that is filled, but not with the neighbours of its tile.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// Names where the halo on one or both sides of each of the lab's tiles comes from, if that explains the output exactly.
std::optional<Diagnosis> wrong_halo(const WrongOutput& output);

}  // namespace halo
