#pragma once
// What the outputs of a layer sum: the question, the mistakes that its answer shows, and their drawing.

#include <cstddef>
#include <optional>

#include "diagnose/taps.hpp"
#include "findings/footprint.hpp"
#include "findings/evidence.hpp"
#include "kinds/channels/kind.hpp"

namespace halo::lab {

TapQuestion question_about_layer(const LayerSize& size, int radius);

/// Is a layer of this size asked about all its weights?
bool asks_all(const LayerSize& size);

/// What the map shows, with its drawing; nothing if it is the right one. `tile` outputs of a channel per block; 0: unknown.
std::optional<Diagnosis> mistake_in(const TapMap& map, const LayerSize& size, int radius, int tile, std::optional<std::size_t> drawn);

}  // namespace halo::lab
