#pragma once
// The report that a program without a test harness prints when it ends.

namespace halo::engine {

/// Prints each finding to stderr, once, and writes the file named by HALO_FINDINGS. True if there was anything to report.
bool report_findings();

}  // namespace halo::engine
