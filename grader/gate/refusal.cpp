#include "gate/refusal.hpp"

#include <array>
#include <charconv>

namespace halo::grader::gate {
namespace {

constexpr std::array kKeys = {"damaged", "name", "own_name", "section", "start", "instruction", "place", "stack", "unhooked", "host_function", "engine_call"};
constexpr std::size_t kLongestWord = 500;   // the name of a template can have thousands

std::string printable(std::string_view text)
{
    std::string out(text.substr(0, kLongestWord));
    for (char& c : out)
        if (c < ' ' || c > '~') c = '?';
    return out;
}

std::optional<Refusal> read_line(std::string_view line)
{
    std::array<std::string_view, 5> cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t tab = line.find('\t');
        if ((tab == line.npos) != (i + 1 == cells.size())) return std::nullopt;
        cells[i] = line.substr(0, tab);
        line.remove_prefix(tab == line.npos ? line.size() : tab + 1);
    }
    Refusal out{Rule::damaged, std::string(cells[1]), std::string(cells[2]), std::string(cells[3]), 0};
    std::size_t rule = 0;
    while (rule < kKeys.size() && kKeys[rule] != cells[0]) ++rule;
    const char* const end = cells[4].data() + cells[4].size();
    const auto number = std::from_chars(cells[4].data(), end, out.line);
    if (rule == kKeys.size() || number.ec != std::errc() || number.ptr != end || out.line < 0) return std::nullopt;
    out.rule = static_cast<Rule>(rule);
    return out;
}

}  // namespace

std::string_view key(Rule rule) { return kKeys.at(static_cast<std::size_t>(rule)); }

std::string written(const Refusal& refusal)
{
    return std::string(key(refusal.rule)) + '\t' + printable(refusal.word) + '\t' + printable(refusal.function) + '\t' +
           printable(refusal.file) + '\t' + std::to_string(refusal.line) + '\n';
}

std::optional<std::vector<Refusal>> read_refusals(std::string_view text)
{
    std::vector<Refusal> out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::optional<Refusal> refusal = end == text.npos ? std::nullopt : read_line(text.substr(0, end));
        if (!refusal) return std::nullopt;
        out.push_back(*refusal);
        text.remove_prefix(end + 1);
    }
    return out;
}

}  // namespace halo::grader::gate
