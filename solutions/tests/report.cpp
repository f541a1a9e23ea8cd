#include "report.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

namespace halo::variants {

namespace {

std::string named(const std::string& verdict, const std::string& mistake, const std::string& function)
{
    return mistake.empty() ? verdict : fmt::format("{} ({}) in {}", mistake, verdict, function);
}

bool has_code(std::string_view line, std::string_view part) { return !matches(tokens_of(line), tokens_of(part)).empty(); }

}  // namespace

std::string named(const Report& report)
{
    return report.built ? named(report.verdict, report.mistake, report.function) : "not built";
}

std::vector<std::string> lines_named(const std::string& text, const std::string& source)
{
    std::vector<std::string> lines, out;
    std::istringstream all(source);
    for (std::string line; std::getline(all, line);) lines.push_back(line);
    constexpr std::string_view mark = " line ";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        const int number = std::atoi(text.c_str() + at + mark.size());
        if (number > 0 && std::size_t(number) <= lines.size()) out.push_back(lines[std::size_t(number) - 1]);
    }
    return out;
}

std::string complaint(const Expected& expected, const Report& report)
{
    const std::string wanted = named(expected.verdict, expected.mistake, expected.function);
    const std::string message = report.headline + "\n" + report.where;
    if (named(report) != wanted) return fmt::format("expected {}, got {}", wanted, named(report));
    if (!expected.line.empty() && !has_code(report.source, expected.line))
        return fmt::format("the message should begin with `{}`, but begins with line {}: {}", expected.line, report.line,
                           report.source);
    const auto is_other = [&](const std::string& line) { return has_code(line, expected.other_line); };
    if (!expected.other_line.empty() && std::ranges::none_of(report.other_lines, is_other))
        return fmt::format("the line `{}` is not named", expected.other_line);
    for (const std::string& name : expected.names)
        if (message.find(name) == std::string::npos) return fmt::format("`{}` is not named", name);
    return {};
}

}  // namespace halo::variants
