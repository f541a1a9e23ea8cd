#include "rewrite.hpp"

#include <algorithm>

namespace halo::engine {
namespace {

/// The line ends of a piece of source, with the backslashes that continue a directive.
std::string line_ends(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\n') continue;
        const std::size_t before = i > 0 && text[i - 1] == '\r' ? i - 1 : i;
        if (before > 0 && text[before - 1] == '\\') out += '\\';
        out += '\n';
    }
    return out;
}

/// A token without spliced line ends; a line end in a raw string becomes a blank.
std::string on_one_line(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\n') {
            out += text[i];
            continue;
        }
        if (out.ends_with('\r')) out.pop_back();
        if (out.ends_with('\\')) out.pop_back();
        else out += ' ';
    }
    return out;
}

}  // namespace

void Edits::replace(std::size_t begin, std::size_t end, std::string text, bool keep_first)
{
    const std::string kept = line_ends(source_.substr(begin, end - begin));
    edits_.push_back({begin, end, keep_first ? kept + text : text + kept});
}

std::string Edits::apply()
{
    std::stable_sort(edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    std::string out;
    out.reserve(source_.size() + source_.size() / 4);
    std::size_t at = 0;
    for (const Edit& edit : edits_) {
        if (edit.begin < at) continue;   // inside text that another edit replaced
        out += source_.substr(at, edit.begin - at);
        out += edit.text;
        at = edit.end;
    }
    out += source_.substr(at);
    return out;
}

void Rewrite::refuse(int line, std::string what, std::string advice)
{
    if (refusal && refusal->line <= line) return;
    refusal = Refusal{line, std::move(what), source_line(source, line), std::move(advice)};
}

std::string Rewrite::joined(const Stream& stream, std::size_t begin, std::size_t end) const
{
    std::string out;
    for (std::size_t i = begin; i < end && i < stream.size(); ++i) {
        if (i > begin && stream[i].begin != stream[i - 1].end) out += ' ';
        out += on_one_line(stream[i].text);
    }
    return out;
}

std::string in_quotes(std::string_view text)
{
    std::string out = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n' || c == '\r') c = ' ';
        out += c;
    }
    return out + '"';
}

std::string name_literal(const Rewrite& rewrite, const Stream& stream, std::size_t begin, std::size_t end)
{
    if (end == begin + 1 && stream.is_macro &&
        std::find(stream.parameters.begin(), stream.parameters.end(), stream[begin].text) != stream.parameters.end())
        return "#" + std::string(stream[begin].text);
    return in_quotes(rewrite.joined(stream, begin, end));
}

std::size_t skip_template_arguments(const Stream& stream, std::size_t i)
{
    constexpr std::size_t kLongest = 2000;
    int depth = 0;
    for (const std::size_t stop = std::min(stream.size(), i + kLongest); i < stop; ++i) {
        const Token& t = stream[i];
        if (t.kind != TokenKind::punctuation) continue;
        if (t.text == "<") ++depth;
        else if (t.text == ">") {
            if (--depth == 0) return i + 1;
        } else if (t.text == "(" || t.text == "[" || t.text == "{") {
            if (t.match == kNone) return kNone;
            i = t.match;
        } else if (t.text == ")" || t.text == "]" || t.text == "}" || t.text == ";") {
            return kNone;
        }
    }
    return kNone;
}

}  // namespace halo::engine
