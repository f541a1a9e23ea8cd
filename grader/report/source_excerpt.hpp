#pragma once
// The lines of a student's file that a message is about.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/verdict.hpp"

namespace halo::grader::report {

/// The lines of `file` that a message names, in the order in which it does: `conv2d_tiled.cu:57`, `line 61`, `lines 54, 55 and 63`. A bare `line` belongs to the file
/// that the message begins with, if it begins with one. What is quoted in backticks names none: it may be a student's.
std::vector<int> lines_named(const Message& message, const std::string& file);

/// What the compiler points at: columns of a screen with a tab stop at every 8th, counted from 0.
struct Caret {
    int line = 0;
    std::size_t column = 0, width = 1;
};

/// Of the first error in `file`, as g++ draws it; nothing if it draws none.
std::optional<Caret> caret_in(std::string_view compiler_output, const std::string& file);

struct ShownLine {
    int number = 0;
    std::string before = {}, pointed_at = {}, after = {};   ///< its text; `pointed_at` is empty without a caret. Printable, without tabs.
    bool named = false;
    bool gap = false;               ///< lines before it are left out

    std::string text() const { return before + pointed_at + after; }
};

/// The named lines and their neighbours, at most kMostLines. Lines that the file doesn't have are left out; empty if there is none that it has.
std::vector<ShownLine> excerpt(std::string_view source, const std::vector<int>& named, const std::optional<Caret>& caret = {});

inline constexpr int kNeighbours = 3;
inline constexpr std::size_t kMostLines = 20, kMostBytes = 400;    ///< of one line; what is longer is cut

}  // namespace halo::grader::report
