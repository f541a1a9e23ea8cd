#pragma once
// Another weight of the filter than the offset's own. A map cannot show a weight that meets many elements: its digits run over.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// The filter's weights are taken in another order, or one in place of another.
std::optional<Diagnosis> filter_index(const WrongConvolution& output);

}  // namespace halo
