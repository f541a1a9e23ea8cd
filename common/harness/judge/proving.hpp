#pragma once
// Do the counts of a function that passes hold? Its last round ends with a call of the first one again, while memory holds other numbers wherever no counted access looks:
// its results must stay right, its counts the same, and each block must have loaded all that its outputs depend on.

#include <optional>
#include <string>
#include <vector>

#include "harness/judge/failure.hpp"
#include "harness/judge/plan.hpp"

namespace halo::lab {

/// The largest of these calls that can be made so in little time: not a hidden one. Nothing if all are too large.
std::optional<PlannedCall> call_to_prove(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& first_round);

/// What a call that was made so contradicts.
std::optional<Failure> disproof(const Call& call);

/// Fewer loads than any kernel can make whose blocks stored what these did: a better ratio than the exact one. In a single launch no block gets an element from another.
std::optional<Failure> too_good(const Call& call);

/// The same for equal counts, and hardly ever for others: it shows whether two processes counted the same.
std::string fingerprint(const Counters& counters);

}  // namespace halo::lab
