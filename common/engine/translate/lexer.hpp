#pragma once
// The parts of C++ that a translator needs: tokens, brackets, and which preprocessor groups are never compiled.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "translate.hpp"

namespace halo::engine {

inline bool one_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

enum class TokenKind { identifier, number, string, character, punctuation };

constexpr std::size_t kNone = std::size_t(-1);

struct Token {
    TokenKind kind{};
    std::size_t begin = 0;       ///< offset in the source
    std::size_t end = 0;
    int line = 0;
    std::size_t match = kNone;   ///< index of the matching bracket, for ( ) [ ] { }
    std::string_view text;
};

/// A sequence of tokens: the file without its directives, or the body of one #define.
struct Stream {
    std::vector<Token> tokens;
    bool is_macro = false;
    bool is_conditional = false;                ///< a macro inside an #if
    std::string_view name;                      ///< of a macro
    std::vector<std::string_view> parameters;   ///< of a function-like macro

    std::size_t size() const { return tokens.size(); }
    const Token& operator[](std::size_t i) const { return tokens[i]; }

    /// Text of token i; empty outside the stream, so that callers need not check bounds.
    std::string_view text(std::size_t i) const { return i < tokens.size() ? tokens[i].text : std::string_view{}; }
    bool is_identifier(std::size_t i) const
    {
        return i < tokens.size() && tokens[i].kind == TokenKind::identifier;
    }
    /// True if the tokens from i on are the characters of `text`, one each, without gaps.
    bool adjacent(std::size_t i, std::string_view text) const;
};

struct Include {
    int line = 0;
    std::string_view name;   ///< without < > or quotes
    bool quoted = false;     ///< "name", not <name>
    bool certain = true;     ///< known to be compiled
};

/// An #if, #ifdef, #ifndef, #elif or #else, unless an enclosing group is never compiled. `rest`: its first line after the
/// name.
struct Conditional {
    std::string_view name, rest;
    std::size_t before = 0, end = 0;   ///< tokens of its group, up to the next #else or the #endif
    bool certain = false;              ///< known whether the group is compiled
};

/// Any directive, from its `#` to the end of its last line.
struct Directive {
    std::string_view name;
    std::size_t begin = 0, end = 0;
    int line = 0;
};

struct Lexed {
    Stream code;
    std::vector<Stream> macros;
    std::vector<Include> includes;
    std::vector<Conditional> conditionals;
    std::vector<Directive> directives;
    std::vector<std::size_t> pragmas;   ///< of g++ or OpenMP: index of the code token after each
    bool guarded = false;               ///< the whole file is in an include guard, its first conditional
    bool undecided = false;             ///< some code is in a group that only the preprocessor can decide
    std::optional<Refusal> refusal;
};

/// Reads the whole source; groups that are never compiled yield no tokens. If the text does not determine which groups
/// are compiled, calls `ask`, if given, for all of the file's groups, in order.
Lexed lex(std::string_view source, const std::function<std::vector<Compiled>()>& ask = {});

/// The same from the file's text alone, without matching brackets.
Lexed lex_groups(std::string_view source);

/// Where the blank, comment or token ends that begins at `at`; a literal ends with its suffix.
std::size_t token_end(std::string_view source, std::size_t at);

/// The trimmed text of a line (1 is the first), shortened to fit a message.
std::string source_line(std::string_view source, int line);

}  // namespace halo::engine
