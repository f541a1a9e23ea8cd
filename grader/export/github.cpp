// For a GitHub workflow: a summary for $GITHUB_STEP_SUMMARY, annotations for stdout, and the exit code of the step.
// https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "export/shown.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

constexpr std::size_t kMostSummaryBytes = 1'000'000;     // of 1 MiB
constexpr std::size_t kMostAnnotations = 10;             // of each kind in a step; GitHub drops the others

/// Nothing in it is Markdown or HTML: every ASCII sign but a blank is written as its number.
std::string plain(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') out += "<br>";
        else if (byte < 0x80 && std::ispunct(byte)) out += fmt::format("&#{};", int(byte));
        else out += c;
    }
    return out;
}

/// For between <pre> and </pre>.
std::string preformatted(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '&') out += "&amp;";
        else if (c == '\n') out += "&#10;";          // an empty line would end the HTML, and Markdown begin
        else out += c;
    }
    return out;
}

/// Of a workflow command: what follows the second `::`.
std::string data(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '%') out += "%25";
        else if (c == '\r') out += "%0D";
        else if (c == '\n') out += "%0A";
        else out += c;
    }
    return out;
}

/// The value of one of its properties.
std::string property(const std::string& text)
{
    std::string out;
    for (const char c : data(text)) {
        if (c == ':') out += "%3A";
        else if (c == ',') out += "%2C";
        else out += c;
    }
    return out;
}

/// The line number of `conv2d_tiled.cu:31: …`, or of `conv2d_tiled.cu:31:5: …`.
std::optional<unsigned> line_of(const std::string& headline)
{
    const std::size_t colon = headline.find(':');
    if (colon == std::string::npos || headline.find(' ') < colon) return std::nullopt;
    unsigned line = 0;
    std::size_t at = colon + 1;
    for (; at < headline.size() && std::isdigit(static_cast<unsigned char>(headline[at])) && line < 1'000'000; ++at) line = 10 * line + unsigned(headline[at] - '0');
    return line > 0 && at < headline.size() && headline[at] == ':' ? std::optional(line) : std::nullopt;
}

std::string annotation(const ShownFunction& function)
{
    std::string properties;
    if (!function.file.empty()) properties += "file=" + property(function.file);
    if (const auto line = line_of(function.headline); line && !function.file.empty()) properties += fmt::format(",line={}", *line);
    properties += fmt::format("{}title={}", properties.empty() ? "" : ",", property(function.function + ": " + words(function.verdict)));
    return fmt::format("::error {}::{}\n", properties, data(function.text));
}

std::string annotations(const std::vector<Shown>& all)
{
    std::string out;
    std::size_t written = 0;
    for (const Shown& one : all)
        for (const ShownFunction& function : one.functions)
            if (!function.passed() && written++ < kMostAnnotations) out += annotation(function);
    return out;
}

std::string points(const std::optional<double>& value) { return value ? number(*value) : "–"; }

std::string summary_of(const Shown& one)
{
    std::string out = fmt::format("### {}: {} of {} points\n\n", plain(one.student), points(one.points), number(one.max_points));
    if (!one.points) out += plain(one.fault()) + "\n\n";
    if (!one.note.empty()) out += plain(one.note) + "\n\n";
    out += "| function | verdict | points |\n| --- | --- | --- |\n";
    for (const ShownFunction& function : one.functions)
        out += fmt::format("| {} | {} | {} of {} |\n", plain(function.function), words(function.verdict), points(function.points), number(function.max_points));
    out += '\n';
    for (const ShownFunction& function : one.functions) {
        std::string details = function.text;
        for (const ShownCase& shown_case : function.cases)
            if (!shown_case.hidden) details += fmt::format("\n\n{}: {}", shown_case.name, shown_case.text);
        out += fmt::format("<details><summary>{}</summary><pre>{}</pre></details>\n\n", plain(function.function), preformatted(details));
    }
    return out;
}

/// Whole students, as many as fit.
std::string summary(const std::vector<Shown>& all)
{
    std::string out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string next = summary_of(all[i]);
        if (out.size() + next.size() > kMostSummaryBytes) return out + fmt::format("{} more do not fit into a summary.\n", all.size() - i);
        out += next;
    }
    return out;
}

/// 0: everything passed. 1: something did not. 2: the grader itself failed.
int exit_code(const std::vector<Shown>& all)
{
    if (std::ranges::any_of(all, [](const Shown& one) { return !one.points; })) return 2;
    return std::ranges::all_of(all, [](const Shown& one) { return one.passed(); }) ? 0 : 1;
}

}  // namespace

Files github(const Request& request, std::string&)
{
    const auto all = shown(request);
    return {{"summary.md", summary(all)}, {"annotations.txt", annotations(all)}, {"exit-code", fmt::format("{}\n", exit_code(all))}};
}

}  // namespace halo::grader::exports
