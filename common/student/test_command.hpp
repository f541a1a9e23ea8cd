#pragma once
// The one command of `halo-test`. No other header, as in commands.hpp.

namespace halo::student {

/// Returns the exit code: see run_command().
int run_test_command(int argc, char** argv);

}  // namespace halo::student
