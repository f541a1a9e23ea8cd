#pragma once
// A number as people write it: 25000, 25,000, 5000 * 5, (200 + 4) x 136, 45000 / 5152.

#include <optional>
#include <string_view>

namespace halo {

/// The value of a number or of a sum, product or quotient of numbers; nothing if it is something else, or divides by 0. A comma,
/// a blank, an apostrophe or an underscore may separate groups of three digits; decimals follow a point.
std::optional<double> number_from(std::string_view text);

}  // namespace halo
