// Finds where a statement may begin, and where the previous one lacks its `;`. g++ would report it before text of ours.

#include <algorithm>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

bool is_control(std::string_view word) { return one_of(word, {"if", "for", "while", "switch", "constexpr"}); }

bool is_capital(std::string_view word)
{
    return std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_attribute(const Stream& s, std::size_t close) { return s[close].match != kNone && s.text(s[close].match + 1) == "["; }

/// Whether the `}` at `close` ends a block, not a list of values.
bool ends_block(const Stream& s, std::size_t close)
{
    const std::size_t open = s[close].match;
    if (open == kNone || open == 0) return true;
    if (s.is_identifier(open - 1)) return one_of(s.text(open - 1), {"else", "do", "try"}) || is_capital(s.text(open - 1));
    return s.text(open - 1) != "=" && (s.text(open - 1) != "]" || is_attribute(s, open - 1));
}

constexpr int kMostMacros = 4;   // before one statement

bool may_begin(const Stream& s, std::size_t i, int macros)
{
    if (i == 0 || macros > kMostMacros) return true;
    const std::size_t last = i - 1;
    const std::string_view t = s.text(last);
    if (one_of(t, {";", "{", ":"})) return true;
    if (t == "}") return ends_block(s, last);
    if (t == "]") return is_attribute(s, last);
    if (t == ")") {
        const std::size_t open = s[last].match;
        if (open == kNone || open == 0) return true;
        const std::string_view name = s.text(open - 1);
        return is_control(name) || one_of(name, {"_Pragma", "__attribute__"}) ||
               (s.is_identifier(open - 1) && is_capital(name) && may_begin(s, open - 1, macros + 1));   // FOR_EACH(x) {
    }
    if (!s.is_identifier(last)) return false;
    return one_of(t, {"else", "do"}) || (is_capital(t) && may_begin(s, last, macros + 1));              // UNROLL for
}

}  // namespace

bool may_begin_statement(const Stream& s, std::size_t i) { return may_begin(s, i, 0); }

bool lacks_semicolon(std::string_view source, const Stream& s, std::size_t i)
{
    if (i == 0 || s.is_macro || s[i - 1].line == s[i].line) return false;
    const Token& last = s[i - 1];
    if (source.substr(last.end, s[i].begin - last.end).find('#') != std::string_view::npos) return false;   // a directive in between
    if (last.kind == TokenKind::number || last.kind == TokenKind::string || last.kind == TokenKind::character) return true;
    if (last.text == "]") return !is_attribute(s, i - 1);
    // What looks like a call may be a macro with its own `;`, but not in the middle of a statement.
    if (last.text == ")" && last.match != kNone && last.match > 0) {
        const std::size_t open = last.match;
        if (!s.is_identifier(open - 1)) return !may_begin_statement(s, open);
        if (is_control(s.text(open - 1)) || s.text(open - 1) == "__attribute__") return false;
        const bool course = s.text(open - 1) == "CUDA_CHECK" && source.find("\"cuda/check.hpp\"") != std::string_view::npos;
        return course || s.text(open - 1).starts_with("cuda") || !may_begin_statement(s, open - 1);
    }
    if (last.kind != TokenKind::identifier) return false;
    return !one_of(last.text, {"return", "else", "do", "throw", "case", "template", "co_return", "co_await", "co_yield"}) &&
           !may_begin_statement(s, i - 1);
}

bool jumps_into_blocks(const Stream& s, std::size_t begin, std::size_t end)
{
    struct Block {
        std::size_t open, close;
        bool of_switch;
    };
    struct Label {
        std::string_view name;
        Block block;
    };
    constexpr std::size_t kMost = 64;   // of gotos, and of labels
    std::vector<Block> blocks{{begin, end, false}};
    std::vector<Label> labels;
    std::vector<std::size_t> gotos;
    std::size_t switch_body = kNone;
    for (std::size_t i = begin; i < end; ++i) {
        while (i > blocks.back().close) blocks.pop_back();
        const std::string_view t = s.text(i), before = i > 0 ? s.text(i - 1) : std::string_view{};
        const bool begins = one_of(before, {"{", "}", ";", ":"});
        if (t == "switch" && s.text(i + 1) == "(" && s[i + 1].match != kNone) switch_body = s[i + 1].match + 1;
        if (t == "{" && s[i].match != kNone) blocks.push_back({i, s[i].match, i == switch_body});
        if ((t == "case" || (t == "default" && s.text(i + 1) == ":")) && !(begins && blocks.back().of_switch)) return true;
        if (t == "goto") gotos.push_back(i + 1);
        else if (s.is_identifier(i) && s.text(i + 1) == ":" && (begins || before == ")")) labels.push_back({t, blocks.back()});
        if (gotos.size() > kMost) return true;
    }
    if (gotos.empty()) return false;
    if (labels.size() > kMost) return true;
    for (const std::size_t jump : gotos)
        for (const Label& label : labels)
            if (label.name == s.text(jump) && (jump < label.block.open || jump > label.block.close)) return true;
    return false;
}

}  // namespace halo::engine
