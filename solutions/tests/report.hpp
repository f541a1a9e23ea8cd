#pragma once
// What a lab's tests report about a variant, and how that differs from what variants.toml expects.

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
    std::vector<std::string> other_lines;       ///< whose numbers the message gives
    std::string text;                           ///< everything printed, by the compiler or by the tests
};

/// `filter_mirrored (wrong_result) in conv1d_design2`, or `passed`.
std::string named(const Report& report);

/// The lines of `source` whose numbers are in `text`: `read in line 41`.
std::vector<std::string> lines_named(const std::string& text, const std::string& source);

/// What is missing; empty if nothing is. What the entry leaves out is not checked.
std::string complaint(const Expected& expected, const Report& report);

}  // namespace halo::variants
