#pragma once
// Regular expressions of the C library: POSIX extended, with glibc's \w, \s, \S and \b. <regex> of the C++ library would take a quarter
// of the time in which this folder is compiled, for which a student's first `make` waits.

#include <regex.h>

#include <memory>
#include <optional>
#include <string>

namespace halo::student {

class Pattern {
public:
    /// Throws std::invalid_argument, which names the expression and what is wrong with it.
    explicit Pattern(const std::string& expression);

    /// Whether it matches somewhere in the text.
    [[nodiscard]] bool in(const std::string& text) const;

    /// What its first group matched in the text, "" for a group that it has not or that took no part; nothing if it does not match.
    [[nodiscard]] std::optional<std::string> first_group(const std::string& text) const;

private:
    struct Free {
        void operator()(regex_t* expression) const;
    };
    std::unique_ptr<regex_t, Free> expression_;
};

}  // namespace halo::student
