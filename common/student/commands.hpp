#pragma once
// The commands of `halo`, from its command line to its exit code.

#include <string>
#include <vector>

namespace halo::student {

/// 0 it passed or was shown; 1 the next move is the student's; 2 a fault of the workbook.
int run_command(const std::vector<std::string>& words);

}  // namespace halo::student
