#include "header_text.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "lab_words.hpp"
#include "lexer.hpp"

namespace halo::engine {
namespace {

/// Takes it off the text.
std::string_view first_line(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

bool is_include(std::string_view line) { return line.starts_with("#include") || line.starts_with("#import"); }

/// A line of a trusted header.
struct HeaderLine {
    std::string_view text, header;
    int own_line = 1;                      ///< of the submission's #include
};

/// Those that a submission can have changed, from its own first line on; or all of them.
std::vector<HeaderLine> header_lines(std::string_view text, const SubmissionRules& rules, bool all)
{
    std::vector<HeaderLine> out;
    std::string_view header;
    bool is_trusted = true, begun = all;
    int number = 1, own_line = 1;
    while (!text.empty()) {
        const std::string_view line = first_line(text);
        if (const auto marker = line_marker(line)) {
            is_trusted = rules.is_trusted(marker->file);
            number = marker->line;
            if (const std::size_t quote = line.rfind('"'); is_trusted) header = file_name(line.substr(0, quote));
            continue;
        }
        const bool blank = line.find_first_not_of(" \t\r") == line.npos;
        if (!is_trusted) own_line = number, begun = begun || !blank;
        else if (begun && !blank && !is_include(line)) out.push_back({line, header, own_line});
        ++number;
    }
    return out;
}

}  // namespace

void add_macro_lines(std::string_view source, std::vector<MacroLine>& out)
{
    for (const Directive& directive : lex_groups(source).directives) {
        if (directive.name != "define" && directive.name != "undef") continue;
        const std::string_view rest = source.substr(directive.begin, directive.end - directive.begin);
        const Stream words = lex_groups(rest.substr(rest.find(directive.name) + directive.name.size())).code;
        if (words.is_identifier(0)) out.push_back({std::string(words.text(0)), directive.line});
    }
}

std::string header_includes(std::string_view preprocessed, const SubmissionRules& rules)
{
    std::string out;
    std::string_view waiting;   // an #include that may enter a file of the submission
    bool is_trusted = true;
    while (!preprocessed.empty()) {
        const std::string_view line = first_line(preprocessed);
        const auto marker = line_marker(line);
        if (marker && marker->enters && !rules.is_trusted(marker->file)) waiting = {};
        if (!waiting.empty()) out += std::string(waiting) + '\n';
        waiting = {};
        if (marker) is_trusted = rules.is_trusted(marker->file);
        else if (!is_trusted && is_include(line)) waiting = line;
    }
    return out;
}

std::optional<Refusal> changed_header(std::string_view preprocessed, std::string_view pristine, const SubmissionRules& rules,
                                      const std::vector<MacroLine>& macros)
{
    std::unordered_set<std::string_view> known;
    for (const HeaderLine& line : header_lines(pristine, rules, true)) known.insert(line.text);
    const std::vector<HeaderLine> lines = header_lines(preprocessed, rules, false);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string changed;
        std::size_t end = i;
        for (; end < lines.size() && !known.contains(lines[end].text); ++end) changed += std::string(lines[end].text) + '\n';
        if (end == i) continue;
        if (const auto refusal = check_submission("# 1 \"" + rules.own + "/submission\"\n" + changed, rules).refusal) {
            const HeaderLine& line = lines[std::min(i + std::size_t(std::max(refusal->line, 1)) - 1, end - 1)];
            Refusal out{line.own_line, fmt::format("a macro of this file changes the header {}: {}", line.header, refusal->what), "",
                        "include headers first, and give macros names of their own"};
            const auto first = std::find_if(macros.begin(), macros.end(), [](const MacroLine& macro) { return macro.name.starts_with('_'); });
            if (first != macros.end()) out.line = first->line;
            return out;
        }
        i = end;
    }
    return std::nullopt;
}

}  // namespace halo::engine
