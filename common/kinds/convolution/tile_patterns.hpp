#pragma once
// Sums that do something else with an element outside their tile than with one inside it.

#include "kinds/convolution/pattern_list.hpp"

namespace halo {

/// Nothing where the tile is not known. `met` must outlive the patterns.
PatternList tile_patterns(const Met& met);

}  // namespace halo
