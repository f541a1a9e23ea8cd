#pragma once
// Names the mistake that explains a tap map: each pattern predicts the element that every output multiplies with every weight,
// and the first that is right about all of them is the answer.

#include <optional>

#include "kinds/convolution/met.hpp"
#include "kinds/convolution/pattern_list.hpp"

namespace halo {

/// A pattern that explains all wrong outputs, or if none does, the one that explains most of them; nothing below three quarters.
///
///   filter_…, taps_left_out, last_product_only    which weights are used, and for which offset
///   output_transposed, …, input_row_length        x and y, or a length of a row, exchanged
///   block_reads_first, off_by_one, shifted        elements of another place, the same for all
///   what `at_edges` says                          only ghosts are wrong, or what is beside them
///   halo_…                                        only elements outside the output's tile are wrong
std::optional<Diagnosis> pattern(const Met& met, const PatternList& at_edges);

/// Where no pattern holds: weights that have changed places, or where the wrong outputs are.
Diagnosis without_pattern(const Met& met);

}  // namespace halo
