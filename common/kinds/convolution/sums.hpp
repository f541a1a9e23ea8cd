#pragma once
// Sums that lack products, do not begin with 0, or are rounded.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// Names the taps of the filter that are left out, if that explains the output exactly.
std::optional<Diagnosis> taps_left_out(const WrongOutput& output);

/// Each wrong sum continues another output's, all sums are wrong by the same amount, or errors of both signs are as small as
/// those of a shorter number type.
std::optional<Diagnosis> wrong_sum(const WrongOutput& output);

}  // namespace halo
