#pragma once
// The commands of `halo`, from its command line to its exit code.

#include <string>
#include <vector>

namespace halo::student {

/// 0: passed or shown; 1: the next step is the student's; 2: a fault of the workbook.
int run_command(const std::vector<std::string>& words);

}  // namespace halo::student
