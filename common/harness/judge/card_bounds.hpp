#pragma once
// What the counts of a right function say about cards: one more call, large enough that its edges hardly matter.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings/bound.hpp"
#include "findings/counters.hpp"
#include "harness/judge/plan.hpp"

namespace halo::lab {

/// The call to count, which belongs to the measured case, if the function has a measured case and its kind knows a card's sizes.
std::optional<PlannedCall> call_for_card(const Lab& lab, const std::string& function, std::uint64_t seed);

/// Ends a round's calls with it. `instead`: an earlier round has called the measured sizes twice in one process; here the larger call takes the second one's place.
void add_call_for_card(std::vector<PlannedCall>& calls, const Lab& lab, const std::string& function, std::uint64_t seed, bool instead);

/// What the counts of that call say, if it was right.
std::vector<CardBound> card_bounds(const Lab& lab, const PlannedCall& call, const Counters& counters);

}  // namespace halo::lab
