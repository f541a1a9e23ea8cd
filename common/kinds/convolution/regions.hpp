#pragma once
// Wrong products by where their element lies: inside the output's own tile, in its halo on one side, or outside the input.

#include <optional>

#include "kinds/convolution/met.hpp"

namespace halo {

/// Names the halo, if only elements outside the tile of their output are wrong; the edge of the input, if only ghosts are.
std::optional<Diagnosis> by_region(const Met& met);

/// The last resort: at least where the wrong outputs lie. Their drawing says the rest.
Diagnosis by_place(const Met& met);

}  // namespace halo
