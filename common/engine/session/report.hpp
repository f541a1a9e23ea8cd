#pragma once
// What a program without a test harness tells about its findings when it ends.

namespace halo::engine {

/// Prints each finding to stderr, once, and writes the file named by HALO_FINDINGS. True when there was any to report.
bool report_findings();

}  // namespace halo::engine
