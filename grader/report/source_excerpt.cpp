#include "report/source_excerpt.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::report {
namespace {

constexpr std::size_t kTabStop = 8;     // g++ counts columns with it

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-'; }

std::string without_quotes(std::string_view text)
{
    std::string out;
    bool quoted = false;
    for (const char c : text) {
        if (c == '`') quoted = !quoted;
        else if (!quoted) out += c;
    }
    return out;
}

/// The number at the front, which is removed; 0 if there is none, or one that no line has.
int number_at(std::string_view& text)
{
    constexpr std::size_t kMostDigits = 7;
    const std::size_t digits = std::min(text.size(), std::size_t(std::ranges::find_if_not(text, is_digit) - text.begin()));
    const int value = digits == 0 || digits > kMostDigits ? 0 : std::stoi(std::string(text.substr(0, digits)));
    text.remove_prefix(digits);
    return value;
}

/// Collects numbers, each once.
struct Lines {
    std::vector<int> all = {};

    void add(int line)
    {
        if (line > 0 && std::ranges::find(all, line) == all.end()) all.push_back(line);
    }
};

/// `54, 55 and 63`
void add_list(Lines& lines, std::string_view text)
{
    while (true) {
        const int line = number_at(text);
        lines.add(line);
        const std::string_view joint = text.starts_with(", ") ? ", " : text.starts_with(" and ") ? " and " : "";
        if (line == 0 || joint.empty()) return;
        text.remove_prefix(joint.size());
        if (text.empty() || !is_digit(text.front())) return;
    }
}

void add_lines(Lines& lines, std::string_view text, const std::string& file, bool bare)
{
    for (std::size_t i = 0; i < text.size();) {
        if (!is_of_name(text[i])) {
            ++i;
            continue;
        }
        const std::size_t end = std::size_t(std::find_if_not(text.begin() + std::ptrdiff_t(i), text.end(), is_of_name) - text.begin());
        const std::string_view word = text.substr(i, end - i);
        std::string_view rest = text.substr(end);
        if (word == file && rest.starts_with(':')) {
            rest.remove_prefix(1);
            lines.add(number_at(rest));
        } else if (bare && rest.starts_with(' ') && (word == "line" || word == "lines")) {
            const bool several = word == "lines";
            rest.remove_prefix(1);
            if (several) add_list(lines, rest);
            else lines.add(number_at(rest));
        }
        i = end;
    }
}

/// Does the message begin with the place in another file?
bool begins_elsewhere(std::string_view headline, const std::string& file)
{
    const std::size_t end = std::size_t(std::ranges::find_if_not(headline, is_of_name) - headline.begin());
    const std::string_view name = headline.substr(0, end);
    return name != file && name.find('.') != std::string_view::npos && headline.size() > end + 1 && headline[end] == ':' && is_digit(headline[end + 1]);
}

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::size_t length_of_character(std::string_view utf8)
{
    std::size_t length = 1;
    while (length < utf8.size() && (static_cast<unsigned char>(utf8[length]) & 0xC0u) == 0x80u) ++length;
    return length;
}

std::string on_a_screen(std::string_view line)
{
    const std::string clean = shortened(printable(line.substr(0, 4 * kMostBytes), true), kMostBytes);
    std::string out;
    std::size_t column = 0;
    for (std::string_view rest = clean; !rest.empty();) {
        const std::string_view character = rest.substr(0, length_of_character(rest));
        rest.remove_prefix(character.size());
        const std::size_t blanks = kTabStop - column % kTabStop;
        out += character == "\t" ? std::string(blanks, ' ') : std::string(character);
        column += character == "\t" ? blanks : columns(character);
    }
    return out;
}

/// Where a column of the screen begins, in bytes; beyond the end there are blanks.
std::size_t byte_of(std::string& text, std::size_t column)
{
    std::size_t at = 0, seen = 0;
    while (seen < column) {
        if (at == text.size()) text += ' ';
        const std::size_t length = length_of_character(std::string_view(text).substr(at));
        seen += columns(std::string_view(text).substr(at, length));
        at += length;
    }
    return at;
}

void point_at(ShownLine& line, const Caret& caret)
{
    if (caret.column + caret.width > kMostBytes) return;        // it was cut
    std::string text = line.before;
    const std::size_t from = byte_of(text, caret.column), end = byte_of(text, caret.column + std::max<std::size_t>(caret.width, 1));
    line.before = text.substr(0, from);
    line.pointed_at = text.substr(from, end - from);
    line.after = text.substr(end);
}

std::set<int> around(const std::vector<int>& named, int count)
{
    std::set<int> chosen;
    for (const int line : named) {
        if (line < 1 || line > count) continue;
        for (int neighbours = kNeighbours; neighbours >= 0; --neighbours) {
            std::set<int> more = chosen;
            for (int n = std::max(1, line - neighbours); n <= std::min(count, line + neighbours); ++n) more.insert(n);
            if (more.size() > kMostLines) continue;
            chosen = std::move(more);
            break;
        }
    }
    return chosen;
}

/// A mark that something is left out takes as much room as the one line that it stands for.
void fill_gaps_of_one(std::set<int>& chosen)
{
    for (auto line = chosen.begin(); line != chosen.end() && chosen.size() < kMostLines; ++line)
        if (chosen.contains(*line + 2)) chosen.insert(*line + 1);
}

}  // namespace

std::vector<int> lines_named(const Message& message, const std::string& file)
{
    Lines lines;
    const bool bare = !begins_elsewhere(message.headline, file);
    for (const std::string* text : {&message.headline, &message.where, &message.attempt, &message.what}) add_lines(lines, without_quotes(*text), file, bare);
    return lines.all;
}

std::optional<Caret> caret_in(std::string_view compiler_output, const std::string& file)
{
    const std::vector<std::string_view> lines = lines_of(compiler_output);
    const auto error = std::ranges::find_if(lines, [&](std::string_view line) { return line.starts_with(file + ":") && line.find("error: ") != std::string_view::npos; });
    if (lines.end() - error < 3) return std::nullopt;
    std::string_view place = error->substr(file.size() + 1), drawing = error[2];      // error[1] is the line itself
    const std::size_t bar = drawing.find('|'), point = drawing.find('^');
    if (bar == std::string_view::npos || point == std::string_view::npos || drawing.find_first_not_of(' ') != bar) return std::nullopt;
    const std::size_t first = drawing.find_last_not_of("~", point - 1) + 1, text = bar + 2;
    const std::size_t end = std::min(drawing.find_first_not_of("^~", first), drawing.size());
    return Caret{number_at(place), first - std::min(first, text), end - first};
}

std::vector<ShownLine> excerpt(std::string_view source, const std::vector<int>& named, const std::optional<Caret>& caret)
{
    const std::vector<std::string_view> lines = lines_of(source);
    std::set<int> chosen = around(named, int(lines.size()));
    fill_gaps_of_one(chosen);
    std::vector<ShownLine> shown;
    for (const int number : chosen) {
        ShownLine line{number};
        line.before = on_a_screen(lines[std::size_t(number - 1)]);
        line.named = std::ranges::find(named, number) != named.end();
        line.gap = !shown.empty() && shown.back().number + 1 != number;
        if (caret && caret->line == number) point_at(line, *caret);
        shown.push_back(std::move(line));
    }
    return shown;
}

}  // namespace halo::grader::report
