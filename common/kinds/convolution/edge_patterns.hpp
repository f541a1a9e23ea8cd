#pragma once
// Patterns of the tap map for mistakes at the edges of the input.

#include <vector>

#include "findings/mistake.hpp"
#include "kinds/convolution/met.hpp"

namespace halo {

/// A mistake, and what each output would sum if it were made.
struct Pattern {
    Diagnosis diagnosis;
    Prediction prediction;
};
using Patterns = std::vector<Pattern>;

inline Spot plus(Spot a, Spot b) { return {a.x + b.x, a.y + b.y}; }

/// Adds them to the list. `m` must outlive it.
void edge_patterns(Patterns& all, const Met& m);

}  // namespace halo
