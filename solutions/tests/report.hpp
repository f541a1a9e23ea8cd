#pragma once
// What a lab's tests report about a variant, and what that lacks of what variants.toml expects.

#include <string>
#include <vector>

#include "variants.hpp"

namespace halo::variants {

struct Report {
    bool built = false;
    std::string verdict, mistake, function;
    std::string headline, where;
    int line = 0;
    std::string source;                         ///< that line
    std::vector<std::string> other_lines;       ///< of which the message gives the numbers
    std::string text;                           ///< all that was printed, by the compiler or by the tests
};

/// `filter_mirrored (wrong_result) in conv1d_design2`, or `passed`.
std::string named(const Report& report);

/// The lines of `source` that `text` gives the numbers of: `read in line 41`.
std::vector<std::string> lines_named(const std::string& text, const std::string& source);

/// Empty: nothing is missing. What the entry leaves out is not asked for.
std::string complaint(const Expected& expected, const Report& report);

}  // namespace halo::variants
