#include "judging/compiler_output.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::judging {
namespace {

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

/// `file.cu:17:5: error: …` becomes `file.cu:17: error: …`.
std::string without_column(const std::string& line)
{
    std::size_t at = line.find(':');
    if (at == std::string::npos) return line;
    const auto number_end = [&](std::size_t from) {
        std::size_t end = from;
        while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end]))) ++end;
        return end > from && end < line.size() && line[end] == ':' ? end : std::string::npos;
    };
    const std::size_t row = number_end(at + 1);
    const std::size_t column = row == std::string::npos ? row : number_end(row + 1);
    return column == std::string::npos ? line : line.substr(0, row) + line.substr(column);
}

enum class Kind {
    error,
    gave_up,        ///< the compiler broke down, or a limit that is its own
    other,
};

/// The word after `conv1d_basic.cu:17:5: ` or `g++: `; empty if the line does not begin with a place.
std::string_view word_after_place(std::string_view line)
{
    if (line.empty() || line.front() == ' ') return {};
    std::size_t at = line.find(':');
    if (at == std::string_view::npos) return {};
    for (std::size_t end = at + 1; end < line.size(); ++end) {
        if (line[end] == ':') at = end;
        else if (!std::isdigit(static_cast<unsigned char>(line[end]))) break;
    }
    return line.substr(at).starts_with(": ") ? line.substr(at + 2) : std::string_view();
}

/// By the compiler's own word: a warning may quote anything.
Kind kind_of(std::string_view line)
{
    const std::string_view word = word_after_place(line);
    if (word.starts_with("internal compiler error: ") || word.starts_with("sorry, unimplemented: ")) return Kind::gave_up;
    return word.starts_with("error: ") || word.starts_with("fatal error: ") ? Kind::error : Kind::other;
}

bool is_remark(std::string_view line)
{
    const std::string_view word = word_after_place(line);
    return word.starts_with("warning: ") || word.starts_with("note: ");
}

constexpr const char* kOwnWords = "the compiler's own words are below; `make` in the lab's folder shows the same";

bool starts_with_word(const std::string& line, std::string_view word) { return trimmed(line).starts_with(word); }

/// The text between the quotes that follow `text`.
std::string quoted_after(std::string_view output, std::string_view text)
{
    const std::size_t at = output.find(text);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = output.substr(at + text.size());
    return std::string(rest.substr(0, rest.find('\'')));
}

/// The lines `where:` and `try:` below a line.
void add_lines_below(Message& message, const std::vector<std::string>& lines, std::size_t i)
{
    for (std::size_t next = i + 1; next < lines.size() && next <= i + 2; ++next) {
        const std::string line = trimmed(lines[next]);
        if (line.starts_with("where:")) message.where = trimmed(line.substr(6));
        if (line.starts_with("try:")) message.attempt = trimmed(line.substr(4));
    }
}

/// `exceeds maximum of 900 (use ‘-ftemplate-depth=’ to increase the maximum)`: nobody who hands in chooses the options.
std::string without_option(std::string headline)
{
    const std::size_t at = headline.find(" (use ");
    if (at != std::string::npos && headline.find(" exceeds ") < at) headline.resize(at);
    return headline;
}

/// `non-constant condition`, because of a limit: that is the next error, and the reason.
std::size_t reason_of(const std::vector<std::string>& lines, std::size_t i)
{
    if (lines[i].find("constant") == std::string::npos) return i;
    for (std::size_t next = i + 1; next < lines.size(); ++next)
        if (kind_of(lines[next]) == Kind::error) return without_option(lines[next]) != lines[next] ? next : i;
    return i;
}

Message error_at(const std::vector<std::string>& lines, std::size_t i)
{
    const std::string whole = without_column(lines[i]), headline = without_option(whole);
    Message message{shortened(headline, 300), "", headline == whole ? kOwnWords : "it is a limit of the compiler: nest less deep, and compute less before the program runs"};
    for (std::size_t next = i + 1; next < lines.size() && next <= i + 2; ++next)
        if (starts_with_word(lines[next], "where:") || starts_with_word(lines[next], "try:")) break;
        else if (const std::size_t bar = lines[next].find(" | "); bar != std::string::npos) {
            message.where = "`" + shortened(trimmed(lines[next].substr(bar + 3)), 200) + "`";
            return message;
        }
    add_lines_below(message, lines, i);
    return message;
}

/// The compiler broke down, mostly for want of stack: a limit that it does not know as one.
Message gave_up(const std::string& line, const std::string& file)
{
    const std::string place = without_column(line);
    const std::size_t number = place.find_first_not_of("0123456789", file.size() + 1);
    const bool with_line = place.starts_with(file + ":") && number > file.size() + 1 && number != std::string::npos;
    const std::string_view word = word_after_place(line);
    return {fmt::format("{}: the compiler gave up: it is too long for it, or nested too deep", with_line ? place.substr(0, number) : file),
            shortened(std::string(word.substr(word.find(": ") + 2)), 200), "write shorter expressions and statements, and fewer of them inside each other"};
}

}  // namespace

std::string without_folders(std::string_view output)
{
    // What is removed begins at a slash without a name before it, and ends before the path's last component.
    std::string out;
    for (std::size_t i = 0; i < output.size();) {
        const bool begins = output[i] == '/' && (i == 0 || std::string_view(" \t\n\"'`([:").find(output[i - 1]) != std::string_view::npos);
        if (!begins) {
            out += output[i++];
            continue;
        }
        std::size_t end = i;
        while (end < output.size() && std::string_view(" \t\n\"'`:;,()[]<>").find(output[end]) == std::string_view::npos) ++end;
        const std::string_view path = output.substr(i, end - i);
        const std::size_t slash = path.rfind('/');
        const bool is_path = slash > 0 && slash + 1 < path.size() && path[1] != '/' && path[1] != '*';
        out += is_path ? path.substr(slash + 1) : path;
        i = end;
    }
    return out;
}

Message first_error(std::string_view output, const std::string& file)
{
    const std::vector<std::string> lines = lines_of(printable(without_folders(output), true));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        switch (kind_of(lines[i])) {
        case Kind::error: return error_at(lines, reason_of(lines, i));
        case Kind::gave_up: return gave_up(lines[i], file);
        case Kind::other: break;
        }
    }
    // A refusal by the translator: three lines, the first with file and line.
    for (const bool explained : {true, false})
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!lines[i].starts_with(file + ":") || is_remark(lines[i])) continue;
            const std::string next = i + 1 < lines.size() ? lines[i + 1] : "";
            if (explained && !starts_with_word(next, "where:") && !starts_with_word(next, "try:")) continue;     // `conv1d_basic.cu: In function`
            Message message{shortened(without_column(lines[i]), 300), "", kOwnWords};
            add_lines_below(message, lines, i);
            return message;
        }
    for (const std::string& line : lines)
        if (!trimmed(line).empty()) return {fmt::format("{}: {}", file, shortened(trimmed(line), 300)), "", kOwnWords};
    return {fmt::format("{}: the compiler rejected it without a message", file), "", ""};
}

std::string without_bug_report(const std::string& output)
{
    std::string out;
    bool report = false;
    for (const std::string& line : lines_of(output)) {
        report = report || kind_of(line) == Kind::gave_up;
        if (!report) out += line + "\n";
    }
    return out;
}

Message link_error(std::string_view output, const std::string& file)
{
    std::string text = printable(without_folders(output), true);
    std::replace(text.begin(), text.end(), '`', '\'');      // gold puts names in two straight quotes
    const std::string stem = file.substr(0, file.rfind('.'));
    if (const std::string name = quoted_after(text, "undefined reference to '"); !name.empty())
        return {fmt::format("{}: {} is declared but defined nowhere", file, shortened(name, 200)), "",
                fmt::format("define it with exactly the name and the parameters that {}.hpp declares", stem)};
    if (const std::string name = quoted_after(text, "multiple definition of '"); !name.empty())
        return {fmt::format("{}: {} is defined twice", file, shortened(name, 200)),
                "once in the submission, once in the course's own program",
                name == "main" ? "hand in no main(); the course brings its own" : "give yours another name, or make it static"};
    for (const std::string& line : lines_of(text))
        if (line.find("warning: ") == std::string::npos && (line.find("error: ") != std::string::npos || line.find("ld:") != std::string::npos))
            return {fmt::format("{}: {}", file, shortened(trimmed(line), 300)), "it compiled, but could not be linked", ""};
    return {fmt::format("{}: it compiled, but could not be linked", file), "", ""};
}

}  // namespace halo::grader::judging
