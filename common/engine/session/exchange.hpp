#pragma once
// A launch may have been given one array in place of another: it loads one that holds nothing, and overwrites one that host code filled.

#include "engine/watch/raw_findings.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

/// Names the array that this launch overwrote instead, if it is one and no other. `raw`: a read of what was never initialised.
void name_overwritten(const RawFinding& raw, Finding& finding);

}  // namespace halo::engine
