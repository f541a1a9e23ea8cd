#pragma once
// Names the part of an output that was never written.

#include <cstddef>
#include <optional>
#include <vector>

#include "findings/mistake.hpp"
#include "kinds/convolution/classify.hpp"

namespace halo {

/// `missing`: the outputs that were never written, in order, of `wrong` that are wrong. Nothing where most are wrong for another reason.
std::optional<Diagnosis> unwritten(const WrongConvolution& o, const std::vector<Spot>& missing, std::size_t wrong);

}  // namespace halo
