#pragma once
// The pages of `grader help`, and the manual page made of them. Their text is in cli/help/.

#include <span>
#include <string>
#include <string_view>

namespace halo::grader::cli {

struct Topic {
    std::string_view command;
    std::string_view text;      ///< its first line is how to call it

    std::string_view usage() const { return text.substr(0, text.find('\n')); }
};

/// In the order of commands().
std::span<const Topic> topics();
/// nullptr: there is none.
const Topic* topic(std::string_view command);

/// All of them as a manual page, for man -l.
std::string manual_page(std::string_view version);

}  // namespace halo::grader::cli
