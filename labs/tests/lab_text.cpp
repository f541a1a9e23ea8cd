#include "lab_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

namespace halo::pages {
namespace {

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(trimmed(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The name that ends just before `at`.
std::string name_before(std::string_view text, std::size_t at)
{
    std::size_t begin = at;
    while (begin > 0 && is_name(text[begin - 1])) --begin;
    return std::string(text.substr(begin, at - begin));
}

std::string without_comments(std::string_view source)
{
    std::string code;
    for (const std::string_view line : lines_of(source)) {
        code += line.substr(0, line.find("//"));
        code += '\n';
    }
    return code;
}

/// The lines of a skeleton that its solution must have too.
std::vector<std::string_view> lasting_lines(std::string_view skeleton)
{
    std::vector<std::string_view> lasting;
    bool in_todo = false;
    for (const std::string_view line : lines_of(skeleton)) {
        const bool comment = line.starts_with("//");
        if (line.starts_with("// TODO(")) in_todo = true;
        else if (!comment) in_todo = false;
        if (!line.empty() && !in_todo) lasting.push_back(line);
    }
    return lasting;
}

// Of an idea's words: fewer are one clause for each concept, more are read by nobody. An example and its reckoning may take the rest.
constexpr std::size_t kFewest = 300, kMost = 600;

struct Folds {
    std::string inside, outside;    ///< the text in <details>, and everything else
};

Folds folds_of(std::string_view page)
{
    Folds folds;
    while (!page.empty()) {
        const std::size_t begin = std::min(page.find("<details>"), page.size());
        const std::size_t end = std::min(page.find("</details>", begin), page.size());
        folds.outside += page.substr(0, begin);
        folds.inside += page.substr(begin, end - begin);
        page.remove_prefix(end);
        if (page.starts_with("</details>")) page.remove_prefix(10);
    }
    return folds;
}

/// What is below a heading, without the heading; empty if there is none.
std::string_view section_of(std::string_view page, std::string_view name)
{
    const std::string heading = fmt::format("\n## {}\n", name);
    const std::size_t at      = page.find(heading);
    if (at == std::string_view::npos) return {};
    const std::size_t begin = at + heading.size();
    return page.substr(begin, std::min(page.find("\n## ", begin), page.size()) - begin);
}

/// Words of prose: not those in blocks of code, tables and pictures.
std::size_t words_in(std::string_view section)
{
    std::istringstream lines{std::string(section)};
    std::size_t words = 0;
    bool code         = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) code = !code;
        if (code || line.starts_with("```") || line.starts_with("|") || line.starts_with("![")) continue;
        std::istringstream rest(line);
        for (std::string word; rest >> word;) ++words;
    }
    return words;
}

/// The answers to the predictions: numbers in bold in a fold. Short ones are ignored: tiles and blocks have such sizes too.
std::vector<std::string> answers_in(std::string_view folded)
{
    constexpr std::size_t kShortest = 4;
    std::vector<std::string> answers;
    for (std::size_t at = folded.find("**"); at != std::string_view::npos;) {
        const std::size_t end = folded.find("**", at + 2);
        if (end == std::string_view::npos) break;
        const std::string_view bold = folded.substr(at + 2, end - at - 2);
        const bool number = std::all_of(bold.begin(), bold.end(), [](char c) { return (c >= '0' && c <= '9') || c == ' ' || c == '.'; });
        if (number && bold.size() >= kShortest) answers.emplace_back(bold);
        at = folded.find("**", end + 2);
    }
    return answers;
}

}  // namespace

Complaints todos_in_order(std::string_view skeleton)
{
    Complaints complaints;
    int expected = 1;
    constexpr std::string_view mark = "TODO(";
    for (std::size_t at = skeleton.find(mark); at != std::string_view::npos; at = skeleton.find(mark, at + 1)) {
        int number = 0;
        for (std::size_t i = at + mark.size(); i < skeleton.size() && std::isdigit(static_cast<unsigned char>(skeleton[i])); ++i)
            number = number * 10 + (skeleton[i] - '0');
        if (number != expected) complaints.push_back(fmt::format("TODO({}) where TODO({}) is expected", number, expected));
        expected = number + 1;
    }
    if (expected == 1) complaints.emplace_back("there is no TODO");
    return complaints;
}

Complaints solution_only_adds(std::string_view skeleton, std::string_view solution)
{
    Complaints complaints;
    const std::vector<std::string_view> solved = lines_of(solution);
    auto from = solved.begin();
    for (const std::string_view line : lasting_lines(skeleton)) {
        const auto found = std::find(from, solved.end(), line);
        if (found == solved.end()) complaints.push_back(fmt::format("the solution lacks, or moved: {}", line));
        else from = found + 1;
    }
    return complaints;
}

std::vector<std::string> kernels(std::string_view source)
{
    const std::string code = without_comments(source);
    std::vector<std::string> names;
    for (std::size_t at = code.find("__global__"); at != std::string::npos; at = code.find("__global__", at + 1))
        if (const std::size_t open = code.find('(', at); open != std::string::npos) names.push_back(name_before(code, open));
    return names;
}

Complaints launches_what_it_defines(std::string_view source)
{
    Complaints complaints;
    const std::string code = without_comments(source);
    const std::vector<std::string> defined = kernels(source);
    for (std::size_t at = code.find("<<<"); at != std::string::npos; at = code.find("<<<", at + 1)) {
        const bool of_template = at > 0 && code[at - 1] == '>';         // conv1d_kernel<true><<<…
        const std::string name = name_before(code, of_template ? code.rfind('<', at - 1) : at);
        if (std::find(defined.begin(), defined.end(), name) == defined.end())
            complaints.push_back(fmt::format("launches {}, which it does not define", name));
    }
    return complaints;
}

Complaints includes_only(std::string_view source, std::string_view header)
{
    Complaints complaints;
    const std::array<std::string, 3> allowed = {fmt::format("#include \"{}\"", header), "#include <cuda_runtime.h>",
                                                "#include \"cuda/check.hpp\""};
    for (const std::string_view line : lines_of(source))
        if (line.starts_with("#include") && std::find(allowed.begin(), allowed.end(), line) == allowed.end())
            complaints.push_back(fmt::format("includes too much: {}", line));
    return complaints;
}

Complaints header_names_only(std::string_view header, const std::vector<std::string>& functions)
{
    Complaints complaints;
    std::vector<std::string> declared;
    const std::string code = without_comments(header);
    for (const std::string_view line : lines_of(code)) {
        if (line.empty() || line == "#pragma once") continue;
        if (line.starts_with("inline constexpr int ")) {
            const std::string name = name_before(line, std::min(line.find_first_of(" =", 21), line.size()));
            if (!name.starts_with("kRadius") && name != "kTile" && name != "kMaxFilterWidth")
                complaints.push_back(fmt::format("a name that students may want: {}", name));
        } else if (line.starts_with("void ") && line.ends_with(");")) {
            declared.push_back(name_before(line, line.find('(')));
        } else {
            complaints.push_back(fmt::format("neither a constant nor a function: {}", line));
        }
    }
    if (declared != functions) complaints.emplace_back("declares other functions than lab.toml names, or in another order");
    return complaints;
}

std::string signature(std::string_view source, std::string_view function)
{
    const std::string code = without_comments(source);
    const std::string start = fmt::format("\nvoid {}(", function);
    const std::size_t at = code.find(start);
    if (at == std::string::npos) return {};
    const std::size_t close = code.find(')', at);
    if (close == std::string::npos) return {};

    std::string text;
    for (const char c : code.substr(at + 1, close - at)) {
        const bool blank = c == ' ' || c == '\n';
        if (!blank) text += c;
        else if (!text.empty() && text.back() != ' ') text += ' ';
    }
    return text;
}

Complaints page_is_complete(std::string_view page)
{
    Complaints complaints;
    const std::array<std::string_view, 11> sections = {"Picture", "Idea",        "Shapes",    "Steps",     "Predict", "Check",
                                                       "Measure", "Now you can", "Questions", "Exercises", "Sources"};
    std::size_t from = 0;
    for (const std::string_view section : sections) {
        const std::size_t at = page.find(fmt::format("\n## {}\n", section), from);
        if (at == std::string_view::npos) complaints.push_back(fmt::format("section {} is missing or misplaced", section));
        else from = at;
    }

    if (section_of(page, "Predict").find("`make predict`") == std::string_view::npos)
        complaints.emplace_back("does not say which numbers `make predict` asks for");
    const std::size_t words = words_in(section_of(page, "Idea"));
    if (words < kFewest || words > kMost) complaints.push_back(fmt::format("explains the idea in {} words; {} to {} are read", words, kFewest, kMost));
    if (section_of(page, "Exercises").find("<details>") != std::string_view::npos) complaints.emplace_back("prints the answer to an exercise");
    const Folds folds = folds_of(page);
    for (const std::string& answer : answers_in(folds.inside))
        if (folds.outside.find(answer) != std::string::npos)
            complaints.push_back(fmt::format("gives away {} outside a fold", answer));

    const std::size_t questions = page.find("\n## Questions\n");
    if (questions != std::string_view::npos && page.find("<details><summary>", questions) == std::string_view::npos)
        complaints.emplace_back("its questions have no folded answers");
    if (page.find("reuse_ratio") != std::string_view::npos && page.find("not DRAM bytes") == std::string_view::npos)
        complaints.emplace_back("names reuse_ratio, but not that it counts load instructions saved, not DRAM bytes");
    return complaints;
}

}  // namespace halo::pages
