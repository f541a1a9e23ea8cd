#pragma once
// The commands of `halo`, from its command line to its exit code. No other header: main.cpp is compiled in no time.

namespace halo::student {

/// Returns the exit code: see run_command().
int run_any_command(int argc, char** argv);

}  // namespace halo::student
