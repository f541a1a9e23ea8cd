#pragma once
// The report that a program without a test harness prints when it ends.

namespace halo::engine {

/// Prints each finding to stderr, once, and writes the file named by HALO_FINDINGS. True if one is more than a remark.
bool report_findings();

}  // namespace halo::engine
