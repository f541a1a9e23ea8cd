#pragma once
// Patterns of the tap map for mistakes at the edges of the input, where ghost elements count as 0.

#include "kinds/convolution/met.hpp"
#include "kinds/convolution/pattern_list.hpp"

namespace halo {

/// Other elements stand in for ghosts; sums end where ghosts begin; elements that exist are taken for ghosts. `m` must outlive them.
PatternList edge_patterns(const Met& m);

/// Of these the last alone: a bounds test is too strict.
PatternList strict_tests(const Met& m);

}  // namespace halo
