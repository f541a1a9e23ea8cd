#include "report.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

#include <fmt/format.h>

namespace halo::variants {

namespace {

std::string named(const std::string& verdict, const std::string& mistake, const std::string& function)
{
    return mistake.empty() ? verdict : fmt::format("{} ({}) in {}", mistake, verdict, function);
}

std::string trimmed(const std::string& line)
{
    const auto first = line.find_first_not_of(" \t");
    return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

/// A place that the message names and the entry lacks, as the line to add.
std::string place_not_entered(const Expected& expected, const Report& report, const std::string& message)
{
    if (!expected.open.empty() || report.verdict == "timeout") return {};   // where a loop was stopped is chance
    if (expected.line.empty() && report.line > 0) return fmt::format("add line = \"{}\"", trimmed(report.source));
    if (expected.other_line.empty() && !report.other_lines.empty())
        return fmt::format("add other_line = \"{}\"", trimmed(report.other_lines.front()));
    const std::vector<std::string> arrays = arrays_named(message);
    if (expected.names.empty() && !arrays.empty()) return fmt::format("add names = [\"{}\"]", arrays.front());
    return {};
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
    static const std::regex place(R"( (?:line |[\w.]+\.cu:)(\d+))");
    for (std::sregex_iterator at(text.begin(), text.end(), place), end; at != end; ++at) {
        const std::size_t number = std::stoul((*at)[1]);
        if (number > 0 && number <= lines.size()) out.push_back(lines[number - 1]);
    }
    return out;
}

std::vector<std::string> arrays_named(const std::string& text)
{
    static const std::regex array(R"(\b(?:[A-Za-z_]\w*(?:\[-?\d+\])+|[dhsc]_\w+))");
    return {std::sregex_token_iterator(text.begin(), text.end(), array), {}};
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
    if ((report.what + "\n" + report.attempt).find(expected.advice) == std::string::npos) return fmt::format("it does not say `{}`", expected.advice);
    return place_not_entered(expected, report, message);
}

}  // namespace halo::variants
