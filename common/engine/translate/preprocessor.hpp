#pragma once
// Runs the compiler's preprocessor.

#include <string>
#include <vector>

namespace halo::engine {

struct Preprocessor {
    /// The compiler and its options as for compiling the file, without -c, -o and the file.
    std::vector<std::string> command;
    std::string dependencies{};   ///< file for a make rule that lists the headers read, for `target`; empty: none
    std::string target{};
    bool verbose = false;         ///< print the commands

    /// Returns its output for `source` as host code and, with `both_sides`, as device code. Empty if it fails; it then
    /// prints nothing, because the compiler will. Writes files named after `source`, and removes them.
    std::vector<std::string> run(const std::string& source, bool both_sides) const;
};

}  // namespace halo::engine
