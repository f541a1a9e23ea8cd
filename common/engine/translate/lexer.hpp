#pragma once
// C++ as far as a translator needs it: tokens, brackets, and which preprocessor groups can never be compiled.

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
    std::size_t match = kNone;   ///< index of the other bracket, for ( ) [ ] { }
    std::string_view text;
};

/// Tokens that are read together: the file without its directives, or the body of one #define.
struct Stream {
    std::vector<Token> tokens;
    bool is_macro = false;
    bool is_conditional = false;                ///< a macro inside an #if
    std::vector<std::string_view> parameters;   ///< of a function-like macro

    std::size_t size() const { return tokens.size(); }
    const Token& operator[](std::size_t i) const { return tokens[i]; }

    /// Text of token i; empty outside the stream, so that callers may look around freely.
    std::string_view text(std::size_t i) const { return i < tokens.size() ? tokens[i].text : std::string_view{}; }
    bool is_identifier(std::size_t i) const
    {
        return i < tokens.size() && tokens[i].kind == TokenKind::identifier;
    }
    /// True if the tokens from i on are the characters of `text`, one each, with nothing between.
    bool adjacent(std::size_t i, std::string_view text) const;
};

struct Include {
    int line = 0;
    std::string_view name;   ///< without < > or quotes
    bool quoted = false;     ///< "name", not <name>
    bool certain = true;     ///< it is known to be compiled
};

/// An #if, #ifdef, #ifndef, #elif or #else, unless what is around it is never compiled. `rest` is its first line behind the name.
struct Conditional {
    std::string_view name, rest;
    std::size_t before = 0, end = 0;   ///< tokens of its group: up to the next #else or the #endif
    bool certain = false;              ///< it is known whether the group is compiled
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
    std::vector<std::size_t> pragmas;   ///< of g++ or OpenMP: index of the code token behind each
    bool guarded = false;               ///< all of the file is in an include guard, which is its first conditional
    bool undecided = false;             ///< there is code in a group of which only the preprocessor knows whether it is compiled
    std::optional<Refusal> refusal;
};

/// Reads the whole source: groups that are never compiled give no tokens. `ask`, if any, is asked about the file's groups, in
/// order, if their text does not say it.
Lexed lex(std::string_view source, const std::function<std::vector<Compiled>()>& ask = {});

/// The same, as far as the file's text says it, and brackets are not matched.
Lexed lex_groups(std::string_view source);

/// The trimmed text of a line (1 is the first), shortened to what fits a message.
std::string source_line(std::string_view source, int line);

}  // namespace halo::engine
