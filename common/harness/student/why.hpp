#pragma once
// `make why`: how one wrong element came to its value.

#include <string>

namespace halo::lab {

/// Prints the story of the first function's wrong result: the output `at` (`14`, `2,14`; empty: the most telling wrong one), its
/// products as computed and as due, its thread, and what that thread loaded. Returns the exit code.
int print_why(const std::string& at);

}  // namespace halo::lab
