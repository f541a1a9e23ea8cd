#pragma once
// What any convolution that was asked what it sums can be told from its tap map, before a pattern is looked for.

#include <cstddef>
#include <functional>
#include <optional>

#include "diagnose/taps.hpp"
#include "findings/evidence.hpp"
#include "kinds/convolution/met.hpp"

namespace halo {

/// A function whose sums change from call to call, or hold something that is not a product.
std::optional<Diagnosis> no_sum_of_products(const TapMap& map);

/// How many outputs hold something else than a sum of these weights.
std::size_t no_sums(const TapMap& map);

/// Does an output hold anything when all inputs are 0?
bool has_constant(const TapMap& map);

/// The output that a message draws: the first wrong one with the fewest ghosts, since it shows the most.
std::size_t most_telling(const Met& met, const std::function<bool(std::size_t)>& is_wrong);

}  // namespace halo
