#pragma once
// Wrong indices that stay inside their array: another weight of the filter, or another block's elements.

#include <optional>

#include "kinds/convolution/classify.hpp"

namespace halo {

/// The filter's weights are taken in another order, or one in place of another.
std::optional<Diagnosis> filter_index(const WrongOutput& output);

/// Each block, or each in a row or column of blocks, reads the first one's elements.
std::optional<Diagnosis> first_block(const WrongOutput& output);

/// Signals only. A block loads as many elements as it has outputs, then the rest of its patch: that rest comes from elsewhere.
std::optional<Diagnosis> second_load(const WrongOutput& output);

}  // namespace halo
