#pragma once
// Errors that follow the edges of tiles: the halo was not loaded, or not all of it.

#include <optional>
#include <vector>

#include "kinds/convolution/met.hpp"

namespace halo {

/// Widths that a tile may have, the most likely first: the lab's own, then those that other block shapes would give.
std::vector<int> likely_tiles(const Layout& layout);

/// Names the columns or rows, if all spots lie within the radius of tile edges.
/// The lab's own tile is tried first, then those that other block shapes would give.
std::optional<Diagnosis> seams(const Layout& layout, const std::vector<Spot>& spots);

}  // namespace halo
