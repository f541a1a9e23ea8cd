#pragma once
// A prediction beside its count: which numbers can be one, and how far off it is. Students and instructors read the same words.

#include <optional>
#include <string>
#include <string_view>

#include "findings/counters.hpp"

namespace halo {

/// The only number that is predicted and is not whole.
inline constexpr std::string_view kRatio = "reuse_ratio";

/// What a prediction of `name` is about: a counter, or the ratio; nothing if it was not counted, or there is no such name.
std::optional<double> counted(std::string_view name, const std::optional<Counters>& counters, const std::optional<double>& reuse_ratio);

/// Can `counter` be `value`? At most 2⁵³: up to there a double holds every whole number.
bool possible(double value, std::string_view counter);

/// Whole numbers in full, others with two digits, as the profile prints them.
std::string number_shown(double value);

/// `35 % too low`, `4.0 times too high`, `right`. Two digits of a number that is not whole are compared.
std::string how_far_off(double predicted, double measured);

/// The same with its numbers: `predicted 27200, measured 41664: 35 % too low`.
std::string compare_numbers(double predicted, double measured);

}  // namespace halo
