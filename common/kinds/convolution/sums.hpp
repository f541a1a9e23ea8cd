#pragma once
// Sums that do not begin with 0, or are rounded.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// The right sums, but scaled, without sign or fraction; each continues another output's; or all are wrong by the same amount.
std::optional<Diagnosis> wrong_sum(const WrongConvolution& output);

/// Errors of both signs that are as small as those of a shorter number type. A wide filter hides a wrong product among them, so
/// this is an answer only if the right products are summed.
std::optional<Diagnosis> rounded(const WrongConvolution& output);

}  // namespace halo
