#pragma once
// Sums that lack products, begin with something, or are rounded.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// If the output fits exactly when some taps of the filter do not count: which.
std::optional<Diagnosis> taps_left_out(const WrongOutput& output);

/// If each wrong sum goes on from another output's, if all sums are wrong by the same, or if errors of both signs are as
/// small as those of a shorter number type.
std::optional<Diagnosis> wrong_sum(const WrongOutput& output);

}  // namespace halo
