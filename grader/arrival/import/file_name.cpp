#include "arrival/import/file_name.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace halo::grader::arrival {
namespace {

/// Removes a count like ` (1)`, `(1)`, `-1` from the end; 0: there is none.
unsigned take_count(std::string& stem)
{
    std::size_t end = stem.size();
    const bool bracket = stem.ends_with(')');
    if (bracket) --end;
    std::size_t first = end;
    while (first > 0 && std::isdigit(static_cast<unsigned char>(stem[first - 1]))) --first;
    if (first == end || end - first > 3 || first < 2 || stem[first - 1] != (bracket ? '(' : '-')) return 0;
    unsigned count = 0;
    std::from_chars(stem.data() + first, stem.data() + end, count);
    stem.erase(first - 1);
    while (!stem.empty() && (stem.back() == ' ' || stem.back() == '_')) stem.pop_back();
    return count;
}

}  // namespace

std::optional<FileName> file_name(std::string_view name, std::string_view end)
{
    std::string stem(name);
    for (char& c : stem) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (stem.ends_with(".txt")) stem.erase(stem.size() - 4);
    if (!stem.ends_with(end) || stem.size() <= end.size() || stem[0] == '.') return std::nullopt;
    stem.erase(stem.size() - end.size());
    FileName out;
    for (std::size_t before = 0; before != stem.size();) {
        before = stem.size();
        out.copy += take_count(stem);
        for (const std::string_view copy : std::array<std::string_view, 3>{" - copy", " copy", "_copy"})
            if (stem.ends_with(copy)) {
                stem.erase(stem.size() - copy.size());
                ++out.copy;
            }
        while (!stem.empty() && stem.back() == ' ') stem.pop_back();
    }
    std::replace_if(stem.begin(), stem.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    out.stem = stem;
    out.exact = name == stem + std::string(end);
    return out;
}

bool may_be_work(std::string_view name)
{
    static constexpr std::array<std::string_view, 26> kEnds = {".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".ipynb", ".py", ".zip", ".7z", ".rar", ".xz", ".gz",
                                                             ".tgz", ".bz2", ".tbz2", ".tar", ".zst", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".cu.txt"};
    std::string small(name);
    for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return std::ranges::any_of(kEnds, [&](std::string_view end) { return small.ends_with(end); });
}

std::optional<PredictionName> prediction_name(std::string_view name)
{
    for (const std::string_view file : std::array<std::string_view, 3>{"prediction.toml", "profile.json", "state.json"}) {
        const std::size_t dot = file.rfind('.');
        if (auto found = file_name(name, file.substr(dot)); found && found->stem == file.substr(0, dot)) return PredictionName{std::string(file), std::move(*found)};
    }
    return std::nullopt;
}

}  // namespace halo::grader::arrival
