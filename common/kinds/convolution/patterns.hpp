#pragma once
// Names the mistake that explains a tap map: each pattern predicts the element that every output multiplies with every weight,
// and the first that is right about all of them is the answer.

#include <optional>

#include "kinds/convolution/met.hpp"

namespace halo {

/// A pattern that explains all wrong outputs, or if none does, the one that explains most of them; nothing below three quarters.
///
///   filter_…, taps_left_out, last_product_only    which weights are used, and for which offset
///   output_transposed, …, input_row_length        x and y, or a length of a row, exchanged
///   block_reads_first, off_by_one, shifted        elements of another place, the same for all
///   ghost_…, …_taken_for_ghost                    only ghosts are wrong
///   halo_…                                        only elements outside the output's tile are wrong
std::optional<Diagnosis> pattern(const Met& met);

/// Does every faulty output multiply its own elements, each once, but with other weights?
bool weights_exchanged(const Met& met);

}  // namespace halo
