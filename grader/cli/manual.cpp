#include <algorithm>

#include <fmt/format.h>

#include "cli/help.hpp"

namespace halo::grader::cli {
namespace {

/// A line of text for roff: a backslash is `\e`, and a leading dot or quote is not a request.
std::string roff(std::string_view line)
{
    std::string out;
    if (!line.empty() && (line[0] == '.' || line[0] == '\'')) out = "\\&";
    for (const char c : line) {
        if (c == '\\') out += "\\e";
        else if (c == '-') out += "\\-";
        else out += c;
    }
    return out + '\n';
}

std::string section(const Topic& topic)
{
    std::string out = fmt::format(".SS {}", roff(topic.usage()));
    std::string_view rest = topic.text.substr(topic.usage().size());
    bool example = false;
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
        if (line.starts_with("    ") != example && !line.empty()) out += (example = !example) ? ".nf\n" : ".fi\n";
        out += line.empty() ? (rest.empty() ? "" : ".PP\n") : roff(line);
    }
    return out + (example ? ".fi\n" : "");
}

}  // namespace

const Topic* topic(std::string_view command)
{
    const auto found = std::ranges::find(topics(), command, &Topic::command);
    return found == topics().end() ? nullptr : &*found;
}

std::string manual_page(std::string_view version)
{
    std::string out = fmt::format(".TH GRADER 1 \"\" \"Halo {}\" \"Halo\"\n.SH NAME\ngrader \\- grades CUDA submissions on a machine without a GPU\n"
                                  ".SH SYNOPSIS\n.B grader\nCOMMAND [OPTIONS]\n.SH COMMANDS\n", version);
    for (const Topic& topic : topics()) out += section(topic);
    return out + ".SH OPTIONS\ngrader COMMAND \\-\\-help lists the options of a command.\n";
}

}  // namespace halo::grader::cli
