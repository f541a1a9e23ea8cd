#include "lexer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "brackets.hpp"
#include "conditionals.hpp"

namespace halo::engine {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}
bool is_name(char c) { return is_name_start(c) || is_digit(c); }

class Lexer {
public:
    /// `guards`: treats an include guard's group as compiled, regardless of `known`.
    Lexer(std::string_view source, bool guards, std::vector<Compiled> known)
        : source_(source), guards_(guards), conditionals_(std::move(known))
    {
    }

    const Lexed& read()
    {
        bool line_start = true;
        while (at_ < source_.size() && !out_.refusal) {
            const char c = source_[at_];
            if (c == '\n') line_start = true;
            if (skip_blank() || skip_comment()) continue;
            if (c == '#' && line_start) {
                directive();
                continue;
            }
            line_start = false;
            note_code();
            token(conditionals_.dead() ? nullptr : &out_.code, conditionals_.certain());
        }
        return out_;
    }

    /// The end of the first blank, comment or token.
    std::size_t first_end()
    {
        if (!skip_blank() && !skip_comment()) token(nullptr, false);
        return at_;
    }

    Lexed match()
    {
        if (!out_.refusal) {
            bool certain = true;
            for (Stream& macro : out_.macros)
                if (!match_brackets(macro)) certain = false;
            out_.refusal = match_brackets(out_.code, marks_, certain, source_);
        }
        return std::move(out_);
    }

private:
    char peek(std::size_t ahead = 0) const
    {
        return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
    }
    bool starts(std::string_view text) const { return source_.substr(at_, text.size()) == text; }

    /// Length of a backslash and the line end after it at offset `at`; 0 if there is none.
    std::size_t splice(std::size_t at) const
    {
        if (at >= source_.size() || source_[at] != '\\') return 0;
        if (source_.substr(at + 1, 1) == "\n") return 2;
        if (source_.substr(at + 1, 2) == "\r\n") return 3;
        return 0;
    }

    void advance_to(std::size_t end)
    {
        line_ += int(std::count(source_.begin() + long(at_), source_.begin() + long(end), '\n'));
        at_ = end;
    }

    void refuse(int line, std::string what, std::string advice)
    {
        if (!out_.refusal) out_.refusal = Refusal{line, std::move(what), source_line(source_, line), std::move(advice)};
    }

    bool skip_blank()
    {
        if (const std::size_t n = splice(at_)) {
            advance_to(at_ + n);
            return true;
        }
        const char c = peek();
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' && c != '\0') return false;
        advance_to(at_ + 1);
        return true;
    }

    bool skip_comment()
    {
        if (starts("//")) {
            std::size_t end = at_;
            while (end < source_.size() && source_[end] != '\n') end += std::max<std::size_t>(splice(end), 1);
            advance_to(std::min(end, source_.size()));
            return true;
        }
        if (starts("/*")) {
            const std::size_t end = source_.find("*/", at_ + 2);
            if (end == std::string_view::npos) {
                refuse(line_, "this comment is never closed", "add the missing `*/`");
                advance_to(source_.size());
            } else {
                advance_to(end + 2);
            }
            return true;
        }
        return false;
    }

    /// `meant`: for a digraph, the token that it is another spelling of.
    void push(Stream* stream, TokenKind kind, std::size_t end, std::string_view meant = {})
    {
        if (stream) stream->tokens.push_back({kind, at_, end, line_, kNone, meant.empty() ? source_.substr(at_, end - at_) : meant});
        advance_to(end);
    }

    /// Reads one token from at_ on. `strict`: refuses a literal that never ends; not set in text that an #if may remove.
    void token(Stream* stream, bool strict)
    {
        const char c = peek();
        if (is_name_start(c) || universal(at_) > 0) {
            const std::size_t end = name_end(at_);
            const std::string_view name = source_.substr(at_, end - at_);
            const bool raw = source_.substr(end, 1) == "\"" &&
                             (name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R");
            if (raw) return raw_string(stream, end, strict);
            return push(stream, TokenKind::identifier, end);
        }
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return push(stream, TokenKind::number, number_end());
        if (c == '"' || c == '\'') return literal(stream, c, strict);

        static constexpr std::array<std::string_view, 16> pairs{"::", "->", "==", "!=", "<=", ">=", "+=", "-=",
                                                                "*=", "/=", "&&", "||", "&=", "|=", "++", "--"};
        for (std::string_view pair : pairs)
            if (starts(pair)) return push(stream, TokenKind::punctuation, at_ + 2);
        if (starts("<::") && peek(3) != ':' && peek(3) != '>') return push(stream, TokenKind::punctuation, at_ + 1);   // vector<::Pixel>
        static constexpr std::array<std::array<std::string_view, 2>, 4> digraphs{{{"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}}};
        for (const auto& [spelt, meant] : digraphs)
            if (starts(spelt)) return push(stream, TokenKind::punctuation, at_ + 2, meant);
        if (starts("...")) return push(stream, TokenKind::punctuation, at_ + 3);
        push(stream, TokenKind::punctuation, at_ + 1);
    }

    /// How many characters spell one beyond ASCII, as the preprocessor does: \U000000f6; 0 if none.
    std::size_t universal(std::size_t i) const
    {
        if (source_.substr(i, 2) != "\\u" && source_.substr(i, 2) != "\\U") return 0;
        const std::size_t digits = source_[i + 1] == 'u' ? 4 : 8;
        const std::string_view number = source_.substr(i + 2, digits);
        const bool whole = number.size() == digits && std::ranges::all_of(number, [](unsigned char d) { return std::isxdigit(d) != 0; });
        return whole ? 2 + digits : 0;
    }

    std::size_t name_end(std::size_t begin) const
    {
        std::size_t end = begin;
        while (end < source_.size()) {
            if (is_name(source_[end])) ++end;
            else if (const std::size_t n = universal(end); n > 0) end += n;
            else break;
        }
        return end;
    }

    std::size_t number_end() const
    {
        std::size_t end = at_ + 1;
        for (; end < source_.size(); ++end) {
            const char c = source_[end], before = source_[end - 1];
            if (is_name(c) || c == '.') continue;
            if (c == '\'' && end + 1 < source_.size() && is_name(source_[end + 1])) continue;
            if ((c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P')) {
                const bool hex = end - at_ > 1 && source_[at_] == '0' && (source_[at_ + 1] | 0x20) == 'x';
                if (!hex || before == 'p' || before == 'P') continue;
            }
            break;
        }
        return end;
    }

    void literal(Stream* stream, char quote, bool strict)
    {
        std::size_t end = at_ + 1;
        while (end < source_.size() && source_[end] != quote && source_[end] != '\n') {
            const std::size_t n = splice(end);
            end += n ? n : source_[end] == '\\' && end + 1 < source_.size() && source_[end + 1] != '\n' ? 2 : 1;
        }
        end = std::min(end, source_.size());
        if (end < source_.size() && source_[end] == quote)      // with its suffix: ""R"(" is "" and R, then "("
            return push(stream, quote == '"' ? TokenKind::string : TokenKind::character, name_end(end + 1));
        if (strict)
            refuse(line_, quote == '"' ? "this string is never closed" : "this character is never closed",
                   quote == '"' ? "add the missing `\"`" : "add the missing `'`");
        push(nullptr, TokenKind::string, end);
    }

    void raw_string(Stream* stream, std::size_t quote, bool strict)
    {
        const std::size_t open = source_.find('(', quote + 1);
        std::size_t end = std::string_view::npos;
        if (open != std::string_view::npos && open - quote - 1 <= 16) {
            const std::string close = ")" + std::string(source_.substr(quote + 1, open - quote - 1)) + "\"";
            end = source_.find(close, open + 1);
            if (end != std::string_view::npos) end = name_end(end + close.size());
        }
        if (end == std::string_view::npos) {
            if (strict) refuse(line_, "this raw string is never closed", "add the missing `)\"`");
            return push(nullptr, TokenKind::string, source_.size());
        }
        push(stream, TokenKind::string, end);
    }

    /// Records that there is code here, which is compiled if the enclosing groups are.
    void note_code()
    {
        if (conditionals_.dead()) return;
        const bool after_guard = out_.guarded && !conditionals_.inside();
        if (out_.guarded && !after_guard) guards_code_ = true;
        if (after_guard) out_.guarded = false;
        if (after_guard ? guards_code_ : !conditionals_.certain()) out_.undecided = true;
    }

    void directive()
    {
        const std::size_t hash = at_;
        const int line = line_;
        advance_to(at_ + 1);
        skip_within_line();
        std::size_t end = at_;
        while (end < source_.size() && is_name(source_[end])) ++end;
        const std::string_view name = source_.substr(at_, end - at_);
        advance_to(end);
        const std::size_t end_of_line = std::min(source_.find('\n', at_), source_.size());
        const std::string_view rest = source_.substr(at_, end_of_line - at_);

        const std::size_t index = out_.directives.size();
        out_.directives.push_back({name, hash, hash, line});
        if (is_conditional(name)) conditional(name, rest);
        else if (!conditionals_.dead()) compiled(name, rest);
        rest_of_line(nullptr);
        out_.directives[index].end = at_;
    }

    /// A directive that takes effect if the enclosing groups are compiled.
    void compiled(std::string_view name, std::string_view rest)
    {
        if (name == "include" || name == "include_next" || name == "import") include();
        else if (name == "define") define();
        else if (name == "pragma") pragma(rest);
    }

    void conditional(std::string_view name, std::string_view rest)
    {
        const bool guard = guards_ && name == "ifndef" && out_.directives.size() == 1 && out_.code.size() == 0 && defines(rest);
        if (guard) out_.guarded = true;
        else if (out_.guarded && open_groups_.size() == 1 && name.starts_with("el")) out_.guarded = false, out_.undecided = true;
        conditionals_.directive(name, rest, guard);
        const bool group = begins_group(name);
        marks_.push_back({!group                    ? ConditionalMark::close
                          : name.starts_with("if") ? ConditionalMark::open
                                                    : ConditionalMark::middle,
                          out_.code.size(), group ? conditionals_.innermost() : Compiled::unknown});
        if (!name.starts_with("if") && !open_groups_.empty()) {
            if (open_groups_.back() != kNone) out_.conditionals[open_groups_.back()].end = out_.code.size();
            open_groups_.pop_back();
        }
        if (!group) return;
        const bool listed = !conditionals_.parent_dead();
        open_groups_.push_back(listed ? out_.conditionals.size() : kNone);
        if (listed)
            out_.conditionals.push_back({name, rest, out_.code.size(), out_.code.size(),
                                         conditionals_.innermost() != Compiled::unknown});
    }

    /// Whether the next line defines the name with which `rest` begins.
    bool defines(std::string_view rest) const
    {
        const auto word = [](std::string_view& text) {
            const auto begin = std::find_if(text.begin(), text.end(), [](char c) { return c != ' ' && c != '\t'; });
            const auto end = std::find_if_not(begin, text.end(), is_name);
            const std::string_view out(begin, end);
            text = std::string_view(end, text.end());
            return out;
        };
        std::string_view below = source_.substr(at_ + rest.size());
        below.remove_prefix(std::min(below.find_first_not_of(" \t\r\n"), below.size()));
        if (!below.starts_with('#')) return false;
        below.remove_prefix(1);
        const std::string_view name = word(rest);
        return !name.empty() && word(below) == "define" && word(below) == name;
    }

    void pragma(std::string_view rest)
    {
        const std::string_view text = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
        if (text.starts_with("GCC") || text.starts_with("omp")) out_.pragmas.push_back(out_.code.size());
    }

    /// Skips blanks and comments within a directive.
    void skip_within_line()
    {
        while (at_ < source_.size() && peek() != '\n' && (skip_blank() || skip_comment())) {
        }
    }

    void include()
    {
        note_code();
        skip_within_line();
        const char open = peek();
        if (open != '<' && open != '"') return;
        const char close = open == '<' ? '>' : '"';
        std::size_t end = at_ + 1;
        while (end < source_.size() && source_[end] != close && source_[end] != '\n') ++end;
        out_.includes.push_back({line_, source_.substr(at_ + 1, end - at_ - 1), open == '"', conditionals_.certain()});
        advance_to(end < source_.size() && source_[end] == close ? end + 1 : end);
    }

    void define()
    {
        skip_within_line();
        std::size_t end = at_;
        while (end < source_.size() && is_name(source_[end])) ++end;
        Stream macro;
        macro.is_macro = true;
        macro.name = source_.substr(at_, end - at_);
        advance_to(end);
        macro.is_conditional = !conditionals_.certain();
        const bool function_like = peek() == '(';
        rest_of_line(&macro);
        if (function_like) {
            std::size_t close = 0;
            while (close < macro.size() && macro[close].text != ")") {
                if (macro.is_identifier(close)) macro.parameters.push_back(macro[close].text);
                ++close;
            }
            if (close < macro.size())
                macro.tokens.erase(macro.tokens.begin(), macro.tokens.begin() + long(close) + 1);
        }
        if (macro.size() > 1 || (macro.size() == 1 && macro[0].kind == TokenKind::punctuation)) note_code();   // one word is harmless
        if (macro.size() > 0) out_.macros.push_back(std::move(macro));
    }

    void rest_of_line(Stream* stream)
    {
        while (at_ < source_.size() && !out_.refusal) {
            if (peek() == '\n') return;
            if (!skip_blank() && !skip_comment()) token(stream, false);
        }
    }

    std::string_view source_;
    bool guards_;
    bool guards_code_ = false;   // there is code in what seems to be an include guard
    std::size_t at_ = 0;
    int line_ = 1;
    Lexed out_;
    Conditionals conditionals_;
    std::vector<ConditionalMark> marks_;
    std::vector<std::size_t> open_groups_;   // index in out_.conditionals; kNone if it is never compiled
};

}  // namespace

bool Stream::adjacent(std::size_t i, std::string_view text) const
{
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (i + k >= tokens.size() || tokens[i + k].text != text.substr(k, 1)) return false;
        if (k > 0 && tokens[i + k].begin != tokens[i + k - 1].end) return false;
    }
    return true;
}

Lexed lex(std::string_view source, const std::function<std::vector<Compiled>()>& ask)
{
    Lexer by_text(source, true, {});
    const Lexed& read = by_text.read();
    if (!read.undecided || read.refusal) return by_text.match();
    Lexer by_answer(source, read.guarded, ask ? ask() : std::vector<Compiled>());
    by_answer.read();
    return by_answer.match();
}

Lexed lex_groups(std::string_view source) { return Lexer(source, true, {}).read(); }

std::size_t token_end(std::string_view source, std::size_t at) { return at + Lexer(source.substr(at), true, {}).first_end(); }

std::string source_line(std::string_view source, int line)
{
    constexpr std::size_t kLongest = 100;
    std::size_t begin = 0;
    for (int n = 1; n < line; ++n) {
        const std::size_t end = source.find('\n', begin);
        if (end == std::string_view::npos) return {};
        begin = end + 1;
    }
    std::string_view text = source.substr(begin, std::min(source.find('\n', begin), source.size()) - begin);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
    std::string out(text.substr(0, kLongest));
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    if (text.size() > kLongest) {
        while (!out.empty() && (out.back() & 0xC0) == 0x80) out.pop_back();   // not in the middle of a character
        if (!out.empty() && (out.back() & 0x80)) out.pop_back();
        out += "...";
    }
    return out;
}

}  // namespace halo::engine
