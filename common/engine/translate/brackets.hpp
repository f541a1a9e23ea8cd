#pragma once
// Finds the partner of each bracket.

#include <optional>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace halo::engine {

/// Where a conditional directive stands in the stream of tokens.
struct ConditionalMark {
    enum Kind { open, middle, close } kind = open;
    std::size_t before = 0;   ///< index of the first token behind it
    Compiled group{};         ///< of open and middle: the group that begins here
};

/// Sets Token::match. Groups of an #if that may be compiled or not are read as alternatives. A refusal is returned only if the
/// brackets can't be in order whatever the preprocessor does: `certain` is false if a macro hides brackets.
std::optional<Refusal> match_brackets(Stream& stream, const std::vector<ConditionalMark>& marks, bool certain,
                                      std::string_view source);

/// True if the brackets within a #define are in order.
bool match_brackets(Stream& macro);

}  // namespace halo::engine
