#include "findings/footprint.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace halo {

namespace {

constexpr int kWidest = 25;             // columns of a drawing

struct Sign {
    Mark mark;
    std::string_view name;
    char sign;
    std::string_view meaning;           ///< for the key; empty: needs no explanation
};

constexpr std::array<Sign, 11> kSigns = {{
    {Mark::right, "right", '.', ""},
    {Mark::no_product, "no_product", ' ', ""},
    {Mark::missing, "missing", '-', "missing"},
    {Mark::left, "left", '<', "met an element left of its own"},
    {Mark::right_of, "right_of", '>', "met an element right of its own"},
    {Mark::above, "above", '^', "met an element above its own"},
    {Mark::below, "below", 'v', "met an element below its own"},
    {Mark::elsewhere, "elsewhere", 'x', "met an element from elsewhere"},
    {Mark::ghost, "ghost", 'o', "met something where a ghost element counts as 0"},
    {Mark::again, "again", '2', "counted more than once"},
    {Mark::several, "several", '*', "met several elements"},
}};

const Sign& sign_of(Mark mark) { return *std::ranges::find(kSigns, mark, &Sign::mark); }

std::string subscripts(const Indices& at)
{
    std::string out;
    for (const std::int64_t i : at) out += fmt::format("[{}]", i);
    return out;
}

std::string first_wrong(const Footprint& f)
{
    const WrongProduct& p = f.first;
    const std::string w = weight_at(p.weight), due = "in" + subscripts(p.due), met = "in" + subscripts(p.met);
    switch (p.mark) {
    case Mark::missing: return fmt::format("{} lacks {} · {}", f.output, w, due);
    case Mark::ghost:
        return p.met.empty() ? fmt::format("{} adds something times {}, where {} is a ghost element and counts as 0", f.output, w, due)
                             : fmt::format("{} adds {} · {}, where {} is a ghost element and counts as 0", f.output, w, met, due);
    case Mark::again: return fmt::format("{} adds {} · {} {} times", f.output, w, met, p.times);
    case Mark::several: return fmt::format("{} multiplies {} with several elements, not with {} alone", f.output, w, due);
    default: return fmt::format("{} multiplies {} with {}, not with {}", f.output, w, met, due);
    }
}

}  // namespace

std::string_view name(Mark mark) { return sign_of(mark).name; }
char sign(Mark mark) { return sign_of(mark).sign; }

std::optional<Mark> mark_named(std::string_view name)
{
    const auto sign = std::ranges::find(kSigns, name, &Sign::name);
    return sign == kSigns.end() ? std::nullopt : std::optional(sign->mark);
}

std::string weight_at(const Indices& offset)
{
    std::string out = "f";
    for (const std::int64_t i : offset) out += i == 0 ? "[0]" : fmt::format("[{:+}]", i);
    return out;
}

std::string sentence(const Footprint& f)
{
    std::string out = first_wrong(f);
    if (f.wrong > 1) out += fmt::format("; {} more of its products {} wrong", f.wrong - 1, f.wrong == 2 ? "is" : "are");
    return out;
}

std::string drawing(const Footprint& f)
{
    if (f.columns < 2 || f.columns > kWidest) return {};
    std::vector<std::string> key;
    for (const Sign& sign : kSigns)
        if (!sign.meaning.empty() && std::ranges::count(f.marks, sign.mark) > 0) key.push_back(fmt::format("{} {}", sign.sign, sign.meaning));
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < f.marks.size(); at += std::size_t(f.columns)) {
        std::string& line = lines.emplace_back();
        for (std::size_t i = at; i < at + std::size_t(f.columns); ++i) line += std::string(line.empty() ? "" : " ") + sign_of(f.marks[i]).sign;
    }
    for (std::size_t i = 0; i < key.size(); ++i) {
        if (i >= lines.size()) lines.emplace_back(std::size_t(2 * f.columns - 1), ' ');
        lines[i] += "     " + key[i];
    }
    std::string out;
    for (const std::string& line : lines) {
        const auto end = line.find_last_not_of(' ');
        out += (out.empty() ? "" : "\n") + (end == std::string::npos ? std::string() : line.substr(0, end + 1));
    }
    return out;
}

}  // namespace halo
