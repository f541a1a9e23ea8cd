#pragma once
// Why an array holds nothing where a kernel reads it: a launch was given one array in place of another, or a copy was too short.

#include "engine/watch/raw_findings.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

/// Names the array that this launch overwrote instead, if it is one and no other. `raw`: a read of what was never initialised.
void name_overwritten(const RawFinding& raw, Finding& finding);

/// Names the copy that filled only a part of the array. `raw`: as above.
void name_short_copy(const RawFinding& raw, Finding& finding);

}  // namespace halo::engine
