#pragma once
// What the counts of a right function say about cards: one more call, large enough that its edges hardly matter.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/bound.hpp"
#include "harness/plan.hpp"

namespace halo::lab {

/// The call to count, if the function has a measured case and its kind knows a card's sizes.
std::optional<PlannedCall> call_for_card(const Lab& lab, const std::string& function, std::uint64_t seed);

/// From the response of `run` to `request_for({call})`: empty unless it is right and was counted.
std::vector<CardBound> card_bounds(const Lab& lab, const std::string& function, const PlannedCall& call, std::string_view response,
                                   const std::string& ended);

}  // namespace halo::lab
