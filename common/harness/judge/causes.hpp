#pragma once
// Finds the cause of a finding: a watcher knows addresses, the lab knows the rows of a matrix, the filter, a block's elements.

#include "findings/evidence.hpp"
#include "findings/finding.hpp"
#include "findings/verdict.hpp"
#include "kinds/judged.hpp"

namespace halo::lab {

/// The cause of a finding in a call with `size`: the kind of finding, or more precisely
///
///   host_symbol, host_pointer, null_pointer   what the pointer is
///   before_filter, past_filter, …             an element outside the filter (filter_causes.hpp)
///   rows_…                                    the index is right in a matrix with rows of another length
///   arrays_exchanged                          what the kernel should load, it overwrites
///   index_starts_over                         before the start, in a block that is not the first
///
/// or whatever the function's kind recognises.
Diagnosis cause_of(const Judged& kind, const Size& size, const Finding& finding);

/// The finding's three lines, in the lab's terms.
Message message_of(const Judged& kind, const Size& size, const Finding& finding, const Diagnosis& cause);

}  // namespace halo::lab
