#pragma once
// What is compared: a file's tokens without comments, layout, includes, braces and semicolons.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace halo::grader::similar {

struct Token {
    std::size_t begin = 0, end = 0;   ///< bytes of the file
    std::string_view word;            ///< what is compared: all names and numbers are `n`, all texts `"s"`; never a byte of the file
    bool is_name = false;             ///< of a variable, function, type or macro: whoever wrote it may have chosen it
};

/// Never fails: whatever bytes there are, some tokens come out. The words live for ever.
/// Types count as names, and qualifiers (const, inline, __restrict__) are left out, since neither makes another program.
std::vector<Token> tokens_of(std::string_view source);

/// Stands for a stretch of handed-out code. No token has this word.
inline constexpr std::string_view kGap = "goto";

}  // namespace halo::grader::similar
