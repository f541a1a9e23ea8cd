#pragma once
// Runs the compiler's preprocessor.

#include <string>
#include <vector>

namespace halo::cpu {

struct Preprocessor {
    /// The compiler and its words, as the file is to be compiled, without -c, -o and the file.
    std::vector<std::string> command;
    std::string dependencies{};   ///< a file for make's rule with the headers that were read, for `target`; empty: none
    std::string target{};
    bool verbose = false;         ///< print the commands

    /// What it makes of `source`, as host code and as device code. Empty if it refuses the source, and nothing is said of it:
    /// the compiler will do that better. Writes files that are named after `source`, and removes them.
    std::vector<std::string> run(const std::string& source) const;
};

}  // namespace halo::cpu
