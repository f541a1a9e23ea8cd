#pragma once
// The commands of `halo`, from its command line to its exit code. No other header: main.cpp is compiled in no time.

namespace halo::student {

/// 0: passed or shown; 1: the next step is the student's; 2: a fault of the workbook.
int run_command(int argc, char** argv);

}  // namespace halo::student
