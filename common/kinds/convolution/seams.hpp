#pragma once
// Errors that follow the edges of tiles: the halo was not loaded, or not all of it.

#include <optional>
#include <vector>

#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/suspects.hpp"

namespace halo {

/// Names the columns or rows, if all spots lie within the radius of tile edges.
/// The lab's own tile is tried first, then those that other block shapes would give.
std::optional<Diagnosis> seams(const Convolution& problem, const std::vector<Spot>& spots);

}  // namespace halo
