#pragma once
// Sums that do not begin with 0, or are rounded.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// Each wrong sum continues another output's, all sums are wrong by the same amount, or errors of both signs are as small as
/// those of a shorter number type.
std::optional<Diagnosis> wrong_sum(const WrongOutput& output);

}  // namespace halo
