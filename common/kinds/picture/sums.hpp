#pragma once
// What a filter of pictures sums: how it is asked, and what its answer shows. Bytes are whole and below 256, so the weights are
// asked about four at a time; rounding and clamping change none of these sums.

#include <cstddef>
#include <optional>

#include "diagnose/taps.hpp"
#include "findings/evidence.hpp"
#include "kinds/picture/image_mistakes.hpp"

namespace halo::lab {

TapQuestion question_about_picture(Extent extent, int radius);

/// Is a product wrong that is due with a pixel which exists?
bool wrong_inside(const TapMap& map, const ImageTask& task);

/// The first byte whose products the map shows wrong, or the byte `drawn`; nothing if the map is right.
std::optional<Footprint> wrong_products(const TapMap& map, const ImageTask& task, std::optional<std::size_t> drawn);

}  // namespace halo::lab
