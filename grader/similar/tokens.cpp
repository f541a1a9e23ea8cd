#include "similar/tokens.hpp"

#include <algorithm>
#include <array>

namespace halo::grader::similar {
namespace {

constexpr std::string_view kName = "n", kText = "\"s\"";

/// Statements and operators that make another program.
constexpr std::array<std::string_view, 24> kKeywords = {
    "break", "case", "catch", "class", "continue", "default", "delete", "do", "else", "enum", "extern", "false",
    "for", "if", "new", "operator", "return", "sizeof", "struct", "switch", "template", "true", "using", "while"};
constexpr std::array<std::string_view, 13> kTypes = {
    "auto", "bool", "char", "double", "float", "int", "long", "short", "signed", "size_t", "unsigned", "void", "wchar_t"};
constexpr std::array<std::string_view, 10> kQualifiers = {
    "const", "constexpr", "inline", "mutable", "register", "static", "volatile", "__restrict__", "__restrict", "__forceinline__"};
constexpr std::array<std::string_view, 5> kSkippedDirectives = {"include", "pragma", "line", "error", "warning"};
constexpr std::string_view kPunctuation = "!#%&()*+,-./:<=>?[]^|~";

const std::string_view* find(const auto& words, std::string_view word)
{
    const auto found = std::ranges::find(words, word);
    return found == words.end() ? nullptr : &*found;
}

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool goes_on(char c) { return starts_name(c) || is_digit(c); }

class Reader {
public:
    explicit Reader(std::string_view source) : source_(source) {}

    std::vector<Token> read()
    {
        while (at_ < source_.size()) next();
        return std::move(tokens_);
    }

private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }

    void next()
    {
        const char c = peek();
        if (c == '\n') {
            line_is_blank_ = true;
            ++at_;
            return;
        }
        if (c == '/' && peek(1) == '/') return skip_line();
        if (c == '/' && peek(1) == '*') return skip_to("*/", at_ + 2);
        if (c == '#' && line_is_blank_ && skips_directive()) return skip_line();
        const std::size_t begin = at_;
        if (c != ' ' && c != '\t' && c != '\r') line_is_blank_ = false;
        if (c == '"' || c == '\'') return text(begin);
        if (c == 'R' && peek(1) == '"') return raw_text(begin);
        if (starts_name(c)) return name(begin);
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number(begin);
        ++at_;
        if (const auto found = kPunctuation.find(c); found != kPunctuation.npos) add(begin, kPunctuation.substr(found, 1));
    }

    void add(std::size_t begin, std::string_view word, bool is_name = false)
    {
        tokens_.push_back({begin, at_, word, is_name});
        after_type_ = false;
    }

    /// To the end of the line, which a backslash puts off.
    void skip_line()
    {
        for (; at_ < source_.size() && source_[at_] != '\n'; ++at_)
            if (source_[at_] == '\\' && peek(1) == '\n') ++at_;
    }

    void skip_to(std::string_view end, std::size_t from)
    {
        const auto found = source_.find(end, from);
        at_ = found == source_.npos ? source_.size() : found + end.size();
    }

    bool skips_directive() const
    {
        const auto from = std::min(source_.find_first_not_of(" \t", at_ + 1), source_.size());
        std::size_t to = from;
        while (to < source_.size() && starts_name(source_[to])) ++to;
        return find(kSkippedDirectives, source_.substr(from, to - from)) != nullptr;
    }

    /// An unclosed text ends with its line, as a compiler has it.
    void text(std::size_t begin)
    {
        const char quote = source_[at_++];
        while (at_ < source_.size() && source_[at_] != quote && source_[at_] != '\n') at_ += source_[at_] == '\\' ? 2 : 1;
        if (peek() == quote) ++at_;
        at_ = std::min(at_, source_.size());
        add(begin, kText);
    }

    void raw_text(std::size_t begin)
    {
        constexpr std::size_t kLongestDelimiter = 16;
        const auto open = source_.find('(', at_);
        if (open == source_.npos || open - at_ > kLongestDelimiter + 2) return name(begin);
        skip_to(")" + std::string(source_.substr(at_ + 2, open - at_ - 2)) + "\"", open);
        add(begin, kText);
    }

    void name(std::size_t begin)
    {
        while (goes_on(peek())) ++at_;
        const std::string_view text = source_.substr(begin, at_ - begin);
        if (find(kQualifiers, text) != nullptr) return;
        if (const auto* keyword = find(kKeywords, text)) return add(begin, *keyword);
        const bool type = find(kTypes, text) != nullptr;
        if (type && after_type_) {                      // `unsigned int` is one type
            tokens_.back().end = at_;
            return;
        }
        add(begin, kName, !type);
        after_type_ = type;
    }

    void number(std::size_t begin)
    {
        while (goes_on(peek()) || peek() == '.' || (peek() == '\'' && goes_on(peek(1))) ||
               ((peek() == '+' || peek() == '-') && (source_[at_ - 1] == 'e' || source_[at_ - 1] == 'E')))
            ++at_;
        add(begin, kName);
    }

    std::string_view source_;
    std::size_t at_ = 0;
    bool line_is_blank_ = true, after_type_ = false;
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view source) { return Reader(source).read(); }

}  // namespace halo::grader::similar
