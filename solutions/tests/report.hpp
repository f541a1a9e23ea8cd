#pragma once
// What a lab's tests report about a variant, and how that differs from what variants.toml expects.

#include <string>
#include <vector>

#include "variants.hpp"

namespace halo::variants {

struct Report {
    bool built = false;
    std::string verdict, mistake, function;
    std::string headline, where, what, attempt;
    int line = 0;
    std::string source;                         ///< that line
    std::vector<std::string> other_lines;       ///< whose numbers the message gives
    std::string text;                           ///< everything printed, by the compiler or by the tests
};

/// `filter_mirrored (wrong_result) in conv1d_design2`, or `passed`.
std::string named(const Report& report);

/// The lines of `source` whose numbers are in `text`: `read in line 41`, `allocated at conv2d.cu:12`.
std::vector<std::string> lines_named(const std::string& text, const std::string& source);

/// The elements in `text`, and the names with the prefix of a memory space: `s_tile[0]`, `d_in`.
std::vector<std::string> arrays_named(const std::string& text);

/// What the report lacks, or which place of the report the entry must add; empty if neither.
std::string complaint(const Expected& expected, const Report& report);

}  // namespace halo::variants
