#pragma once
// A watcher knows addresses, the lab knows what lies there: the rows of a matrix, the filter, the block's own elements.

#include <optional>
#include <span>
#include <string>

#include "findings/finding.hpp"
#include "findings/verdict.hpp"
#include "kinds/judged.hpp"

namespace halo::lab {

struct Told {
    Message message;
    std::string key;                  ///< finds the hints in lab.toml
};

/// A finding of a call with `size`, in the lab's terms. The key is the finding's kind, or more exactly
///
///   host_pointer   a kernel followed a pointer of the host
///   filter_index   an element before or behind those of the filter
///   row_length     the index is right in a matrix with rows of another length
///   block_offset   before the start, in a block that is not the first: it counts from the array's beginning
Told told(const Judged& kind, const Size& size, const Finding& finding);

}  // namespace halo::lab
