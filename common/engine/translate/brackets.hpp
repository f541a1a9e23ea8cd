#pragma once
// Matches brackets.

#include <optional>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace halo::engine {

/// Position of a conditional directive in the stream of tokens.
struct ConditionalMark {
    enum Kind { open, middle, close } kind = open;
    std::size_t before = 0;   ///< index of the first token after it
    Compiled group{};         ///< for open and middle: the group that begins here
};

/// Sets Token::match. Groups of an #if that may or may not be compiled are treated as alternatives. Returns a refusal
/// only if the brackets can't match, whatever the preprocessor does. `certain` is false if a macro hides brackets.
std::optional<Refusal> match_brackets(Stream& stream, const std::vector<ConditionalMark>& marks, bool certain,
                                      std::string_view source);

/// True if the brackets within a #define match.
bool match_brackets(Stream& macro);

}  // namespace halo::engine
