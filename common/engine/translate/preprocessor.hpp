#pragma once
// Runs the compiler's preprocessor.

#include <string>
#include <vector>

namespace halo::engine {

struct Preprocessor {
    /// The compiler and its words, as the file is to be compiled, without -c, -o and the file.
    std::vector<std::string> command;
    std::string dependencies{};   ///< a file for make's rule with the headers that were read, for `target`; empty: none
    std::string target{};
    bool verbose = false;         ///< print the commands

    /// What it makes of `source` as host code and, with `both_sides`, as device code. Empty if it refuses the source; it prints
    /// nothing then, because the compiler will. Writes files named after `source`, and removes them.
    std::vector<std::string> run(const std::string& source, bool both_sides) const;
};

}  // namespace halo::engine
