#include "student/compiler.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "student/text.hpp"

namespace halo::student {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string without(std::string_view line, const std::vector<std::string>& prefixes)
{
    std::string out(line);
    for (const std::string& prefix : prefixes)
        for (std::size_t at; (at = out.find(prefix)) != std::string::npos;) out.erase(at, prefix.size());
    return out;
}

bool is_indented(std::string_view line) { return line.empty() || line.front() == ' '; }
bool is_error(std::string_view line) { return !is_indented(line) && contains(line, "error: "); }
bool is_warning(std::string_view line) { return contains(line, ": warning: "); }
bool opens_context(std::string_view line) { return !is_indented(line) && contains(line, ": In ") && line.ends_with(':'); }

/// Is the place that the line begins with outside the student's folder? own_lines() has made paths inside plain names.
bool in_library(std::string_view line) { return contains(line.substr(0, line.find_first_of(":(")), "/"); }

/// Leads up to an error, a warning or a note: `… In function …:`, `required from here`, an include chain.
bool is_context(std::string_view line)
{
    return line.starts_with("In file included from ") || contains(line, ": In ") || contains(line, "required from")
        || contains(line, "required by") || contains(line, ":   in ") || line.starts_with("In function ");
}

/// The text without quotes and other characters that depend on locale or compiler.
std::string plain(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (c >= ' ' && c <= '~' && c != '"' && c != '\\') out += c;
    return std::string(trimmed(out));
}

/// `file.cu:31:5: error: …` or `file.cu(31): error: …`: 31, or 0 for any other line.
int line_number(std::string_view line, std::string_view file)
{
    if (!line.starts_with(file) || line.size() <= file.size() || (line[file.size()] != ':' && line[file.size()] != '(')) return 0;
    return std::atoi(std::string(line.substr(file.size() + 1)).c_str());
}

/// The engine's functions by the names that a program calls them by.
std::string with_cuda_names(std::string_view text)
{
    std::string out(text);
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"shuffle<halo_engine::Shuffle::index>(", "__shfl_sync("}, {"shuffle<halo_engine::Shuffle::up>(", "__shfl_up_sync("},
        {"shuffle<halo_engine::Shuffle::down>(", "__shfl_down_sync("}, {"shuffle<halo_engine::Shuffle::butterfly>(", "__shfl_xor_sync("},
        {"halo_engine::Call, ", ""}, {"halo_engine::", ""}};
    for (const auto& [from, to] : kNames)
        for (std::size_t at; (at = out.find(from)) != std::string::npos;) out.replace(at, from.size(), to);
    return out;
}

}  // namespace

std::optional<Step> ninja_step(std::string_view line)
{
    int done = 0, all = 0, length = 0;
    const std::string text(line.substr(0, 40));
    const bool is_step = std::sscanf(text.c_str(), "[%d/%d] %n", &done, &all, &length) == 2 && length > 0 && text[std::size_t(length) - 1] == ' ';
    return is_step ? std::optional(Step{done, all}) : std::nullopt;
}

std::string own_lines(std::string_view log, const std::vector<std::string>& prefixes)
{
    std::string out;
    bool is_command = false;        // ninja prints the command below `FAILED:`
    for (const std::string_view line : lines_of(log)) {
        if (is_command) {
            is_command = false;
            continue;
        }
        is_command = line.starts_with("FAILED: ");
        const bool ninjas = line.starts_with("ninja: Entering") || line.starts_with("ninja: build stopped")
                         || line.starts_with("ninja: no work") || ninja_step(line).has_value();
        if (!is_command && !ninjas) out += without(line, prefixes) + "\n";
    }
    return out;
}

std::string without_library_notes(std::string_view lines)
{
    const std::string text = with_cuda_names(lines);
    std::string out, context;
    bool kept = true;                   // the message that an indented line belongs to
    bool left_out = false;              // a warning about the library, with its notes
    for (const std::string_view line : lines_of(text)) {
        if (is_indented(line)) {
            if (kept) out += std::string(line) + "\n";
            continue;
        }
        const bool library = in_library(line), problem = is_error(line) || is_warning(line);
        if (!problem && is_context(line)) {
            if (!library && !line.starts_with("In f")) context += std::string(line) + "\n";
            kept = false;
            continue;
        }
        const bool note = contains(line, ": note: ");
        left_out = problem ? library && is_warning(line) : left_out && note;
        if (left_out) {
            context.clear();
            kept = false;
            continue;
        }
        if (!library || !note) out += (problem ? context : "") + std::string(line) + "\n";
        if (problem || note) context.clear();
        kept = !library;
    }
    return out;
}

bool names_file(std::string_view log, std::string_view file)
{
    const std::string name(file);
    return contains(log, name + ":") || contains(log, name + "(");
}

std::optional<std::string> undefined_reference(std::string_view log)
{
    const std::size_t at = log.find("undefined reference to ");
    if (at == std::string_view::npos) return std::nullopt;
    return std::string(log.substr(at, log.find('\n', at) - at));
}

std::string first_error(std::string_view lines)
{
    if (count_errors(lines) == 0) return std::string(lines);
    std::string out;
    int errors = 0;
    for (const std::string_view line : lines_of(lines)) {
        if (is_error(line) && ++errors == 2) break;
        if (opens_context(line) || (!is_indented(line) && is_warning(line))) {
            if (errors > 0) break;
            continue;
        }
        if (errors > 0 || !is_indented(line)) out += std::string(line) + "\n";
    }
    return out;
}

int count_errors(std::string_view lines)
{
    int count = 0;
    for (const std::string_view line : lines_of(lines)) count += is_error(line);
    return count;
}

int count_warnings(std::string_view lines)
{
    int count = 0;
    for (const std::string_view line : lines_of(lines)) count += is_warning(line);
    return count;
}

About about_first_error(std::string_view lines, std::string_view file, std::string_view source)
{
    for (const std::string_view line : lines_of(lines)) {
        const int number = line_number(line, file);
        if (number <= 0 || is_warning(line) || contains(line, ": note: ") || contains(line, "required from")) continue;
        std::string_view words = line.substr(std::min(line.find(' '), line.size() - 1) + 1);
        if (words.starts_with("error: ")) words.remove_prefix(7);
        std::string what;
        for (const char c : words)
            if (c < '0' || c > '9') what += c;
        const std::vector<std::string_view> text = lines_of(source);
        const bool known = std::size_t(number) <= text.size();
        return {plain(what), number, known ? plain(text[std::size_t(number) - 1]) : ""};
    }
    return {};
}

}  // namespace halo::student
