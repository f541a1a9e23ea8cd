#pragma once
// A watcher knows addresses, the lab knows what is there: the rows of a matrix, the filter, the block's own elements.

#include "findings/evidence.hpp"
#include "findings/finding.hpp"
#include "findings/verdict.hpp"
#include "kinds/judged.hpp"

namespace halo::lab {

/// What a finding of a call with `size` comes from: its own kind, or more exactly
///
///   host_symbol, host_pointer, null_pointer   what the pointer is
///   before_filter, past_filter                an element beside those of the filter
///   rows_…                                    the index is right in a matrix with rows of another length
///   index_starts_over                         before the start, in a block that is not the first
///
/// and what the function's kind makes of it.
Diagnosis cause_of(const Judged& kind, const Size& size, const Finding& finding);

/// Its three lines, in the lab's terms.
Message message_of(const Judged& kind, const Size& size, const Finding& finding, const Diagnosis& cause);

}  // namespace halo::lab
