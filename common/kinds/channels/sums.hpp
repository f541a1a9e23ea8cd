#pragma once
// What a layer sums: how it is asked, and what its answer shows.

#include <cstddef>
#include <optional>

#include "diagnose/taps.hpp"
#include "findings/evidence.hpp"
#include "kinds/inputs.hpp"

namespace halo::lab {

/// Are three quarters of the products there several times?
bool counted_again(const TapMap& map);

/// All filters are asked about, a few weights at a time; the biases are 0.
TapQuestion question_about_layer(const Size& size, int radius);

/// The products of an output that the map shows wrong: its own filters, a row for each input channel. With `drawn`, this output. Nothing if the map is right.
std::optional<Footprint> wrong_products(const TapMap& map, const Size& size, int radius, std::optional<std::size_t> drawn);

}  // namespace halo::lab
