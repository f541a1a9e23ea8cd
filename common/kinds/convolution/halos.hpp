#pragma once
// A halo that is filled, but with something else than the neighbours of its tile.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// If the output fits exactly when the halo on one or both sides of each of the lab's tiles comes from elsewhere: from where.
std::optional<Diagnosis> wrong_halo(const WrongOutput& output);

}  // namespace halo
