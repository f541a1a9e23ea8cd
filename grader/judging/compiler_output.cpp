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

bool starts_with_word(const std::string& line, std::string_view word) { return trimmed(line).starts_with(word); }

/// The text between the quotes that follow `text`.
std::string quoted_after(std::string_view output, std::string_view text)
{
    const std::size_t at = output.find(text);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = output.substr(at + text.size());
    return std::string(rest.substr(0, rest.find('\'')));
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
    const std::string advice = "the compiler's own words are below; `make` in the lab's folder shows the same";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].find("error: ") == std::string::npos || lines[i].find("compilation terminated") != std::string::npos)
            continue;
        Message message{shortened(without_column(lines[i]), 300), "", advice};
        for (std::size_t next = i + 1; next < lines.size() && next <= i + 2; ++next)
            if (starts_with_word(lines[next], "where:") || starts_with_word(lines[next], "try:")) break;
            else if (const std::size_t bar = lines[next].find(" | "); bar != std::string::npos) {
                message.where = "`" + shortened(trimmed(lines[next].substr(bar + 3)), 200) + "`";
                break;
            }
        if (message.where.empty() && i + 1 < lines.size() && starts_with_word(lines[i + 1], "where:")) {
            message.where = trimmed(trimmed(lines[i + 1]).substr(6));
            if (i + 2 < lines.size() && starts_with_word(lines[i + 2], "try:")) message.attempt = trimmed(trimmed(lines[i + 2]).substr(4));
        }
        return message;
    }
    // A refusal by the translator: three lines, the first with file and line.
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].starts_with(file + ":")) continue;
        Message message{shortened(without_column(lines[i]), 300), "", advice};
        for (std::size_t next = i + 1; next < lines.size() && next <= i + 2; ++next) {
            const std::string line = trimmed(lines[next]);
            if (line.starts_with("where:")) message.where = trimmed(line.substr(6));
            if (line.starts_with("try:")) message.attempt = trimmed(line.substr(4));
        }
        return message;
    }
    for (const std::string& line : lines)
        if (!trimmed(line).empty()) return {fmt::format("{}: {}", file, shortened(trimmed(line), 300)), "", advice};
    return {fmt::format("{}: the compiler rejected it without a message", file), "", ""};
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
        if (line.find("error") != std::string::npos || line.find("ld:") != std::string::npos)
            return {fmt::format("{}: {}", file, shortened(trimmed(line), 300)), "it compiled, but could not be linked", ""};
    return {fmt::format("{}: it compiled, but could not be linked", file), "", ""};
}

}  // namespace halo::grader::judging
