#pragma once
// What a lab's tests report about a variant, and what that lacks of what variants.toml expects, or the entry of what it names.

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

/// The lines of `source` that `text` gives the numbers of: `read in line 41`, `allocated at conv2d.cu:12`.
std::vector<std::string> lines_named(const std::string& text, const std::string& source);

/// The elements that `text` names, and what is named like an array of some memory space: `s_tile[0]`, `d_in`.
std::vector<std::string> arrays_named(const std::string& text);

/// Empty: nothing is missing in the report, and no place that it names is missing in the entry.
std::string complaint(const Expected& expected, const Report& report);

}  // namespace halo::variants
