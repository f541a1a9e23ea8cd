#pragma once
// What the bytes of a picture sum: the question, and the mistakes that its answer shows.

#include <optional>

#include "diagnose/taps.hpp"
#include "findings/evidence.hpp"
#include "kinds/expected.hpp"
#include "kinds/picture/kind.hpp"

namespace halo::lab {

TapQuestion question_about_picture(Extent extent, int radius);

/// What the map shows, with its drawing; nothing if it is the right one.
std::optional<Diagnosis> mistake_of_sums(const FilterImage& kind, const TapMap& map, const WrongResult& wrong);

}  // namespace halo::lab
