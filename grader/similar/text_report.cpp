#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "machine/text.hpp"
#include "similar/report.hpp"

namespace halo::grader::similar {
namespace {

constexpr std::size_t kOrdinaryShown = 5, kLongestName = 24, kNamesShown = 8;

const std::string& who(const LabFindings& lab, std::size_t work) { return lab.works.works[work].who; }

std::vector<std::string> people(const LabFindings& lab, const std::vector<std::size_t>& works)
{
    std::vector<std::string> names;
    for (const std::size_t i : works) names.push_back(who(lab, i));
    return names;
}

std::string some(const std::vector<std::string>& names)
{
    if (names.size() <= kNamesShown) return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kNamesShown, ", "), names.size() - kNamesShown);
}

std::size_t hints_in(std::span<const Pair> pairs) { return static_cast<std::size_t>(std::ranges::count(pairs, true, &Pair::hint)); }

std::string table(const LabFindings& lab)
{
    const std::size_t shown = std::min(lab.pairs.size(), hints_in(lab.pairs) + kOrdinaryShown);
    std::size_t first = 5, second = 6;
    for (std::size_t i = 0; i < shown; ++i) {
        first = std::max(first, columns(who(lab, lab.pairs[i].first)));
        second = std::max(second, columns(who(lab, lab.pairs[i].second)));
    }
    first = std::min(first, kLongestName);
    second = std::min(second, kLongestName);
    std::string out = fmt::format("        {}  {}  of first  of second  unusual  same names\n", fit("first", first), fit("second", second));
    for (std::size_t i = 0; i < shown; ++i) {
        const Pair& pair = lab.pairs[i];
        out += fmt::format("  {:4}  {}  {}  {:>6.0f} %  {:>7.0f} %  {:>7}  {:>10}\n", pair.hint ? "look" : "", fit(who(lab, pair.first), first),
                           fit(who(lab, pair.second), second), pair.first_percent, pair.second_percent, unusual_text(pair), names_text(pair));
    }
    if (shown < lab.pairs.size()) out += fmt::format("  and {} more, none of them a hint; similar.csv has all pairs\n", lab.pairs.size() - shown);
    return out;
}

nlohmann::json json_of(const LabFindings& lab, const Pair& pair, std::size_t number)
{
    nlohmann::json out = {{"first", who(lab, pair.first)},
                          {"second", who(lab, pair.second)},
                          {"first_percent", pair.first_percent},
                          {"second_percent", pair.second_percent},
                          {"weight", pair.weight},
                          {"unusual", nullptr},
                          {"names", pair.names},
                          {"same_names", pair.same_names},
                          {"same_code", pair.same_code},
                          {"hint", pair.hint}};
    if (pair.unusual) out["unusual"] = *pair.unusual;
    if (number < kMostPages) out["page"] = page_name(lab, number);
    return out;
}

}  // namespace

const char* const kWhatItMeans =
    "A hint to look, not a verdict: a number says that two files are unusually alike for this class, and never why. "
    "Read both side by side, and talk with both students, before you think anything of either.";

std::string summary(const LabFindings& lab)
{
    std::string out = fmt::format("{} file{} compared, without the code that was handed out", lab.compared, lab.compared == 1 ? "" : "s");
    if (!lab.usual) return out + fmt::format("; a class of fewer than {} says nothing about what is usual, so that no percentage is a hint", kFewestOthers + 1);
    return out + fmt::format("; long matches weighing most, a usual pair has {:.0f} of 100, give or take {:.0f}", lab.usual->median, lab.usual->spread);
}

std::string rest_text(const LabFindings& lab)
{
    if (lab.pairs.size() <= kMostPages) return "";
    return fmt::format("Pairs that are not listed here: {}; hints among them: {}. similar.csv has all pairs.", lab.pairs.size() - kMostPages,
                       hints_in(std::span(lab.pairs).subspan(kMostPages)));
}

std::string unusual_text(const Pair& pair)
{
    if (pair.same_code) return "same";
    return pair.unusual ? fmt::format("{:.1f}", *pair.unusual) : "?";
}

std::string names_text(const Pair& pair) { return pair.names == 0 ? "–" : fmt::format("{} of {}", pair.same_names, pair.names); }

std::vector<Note> notes_of(const LabFindings& lab)
{
    std::vector<Note> notes;
    for (const Identical& group : lab.identical)
        notes.push_back({"identical", people(lab, group.works), "the same bytes; the first of them is compared for all"});
    const auto add = [&](const char* title, std::vector<std::string> names, std::string why) {
        if (!names.empty()) notes.push_back({title, std::move(names), std::move(why)});
    };
    add("too short to say", people(lab, lab.too_short), fmt::format("fewer than {} tokens of their own; not compared", kShortest));
    add("too long to compare", people(lab, lab.too_long), fmt::format("more than {} tokens", kLongest));
    add("untouched", people(lab, lab.untouched), "handed-out code alone; not compared");
    add("not compared", people(lab, lab.unreadable), lab.why.headline);
    add("missing", lab.works.missing, "no file");
    return notes;
}

std::string terminal(const Report& report)
{
    std::string out;
    for (const LabFindings& lab : report.labs) {
        out += fmt::format("{}: {}\n", lab.works.lab, summary(lab));
        for (const Note& note : notes_of(lab)) out += fmt::format("  {}: {} ({})\n", note.title, some(note.people), note.why);
        out += lab.pairs.empty() ? "  no pair shares as much as --least asks for\n" : table(lab);
        out += '\n';
    }
    for (const std::string& note : report.notes) out += printable(note) + '\n';
    return out + kWhatItMeans + '\n';
}

std::string csv(const Report& report)
{
    std::string out = "lab,first,second,first_percent,second_percent,unusual,same_names,names,what\n";
    const auto row = [&](const LabFindings& lab, const std::string& first, const std::string& second, const std::vector<std::string>& rest) {
        std::vector<std::string> cells = {lab.works.lab, first, second};
        cells.insert(cells.end(), rest.begin(), rest.end());
        out += csv_line(cells);
    };
    for (const LabFindings& lab : report.labs) {
        for (const Identical& group : lab.identical)
            for (std::size_t i = 1; i < group.works.size(); ++i) row(lab, who(lab, group.works[0]), who(lab, group.works[i]), {"100", "100", "", "", "", "identical"});
        for (const Pair& pair : lab.pairs)
            row(lab, who(lab, pair.first), who(lab, pair.second),
                {fmt::format("{:.1f}", pair.first_percent), fmt::format("{:.1f}", pair.second_percent), pair.unusual ? number(*pair.unusual, 2) : "", std::to_string(pair.same_names),
                 std::to_string(pair.names), pair.same_code ? "same code" : pair.hint ? "look" : ""});
        const auto alone = [&](const std::vector<std::string>& names, const char* what) {
            for (const std::string& name : names) row(lab, name, "", {"", "", "", "", "", what});
        };
        alone(people(lab, lab.too_short), "too short to say");
        alone(people(lab, lab.too_long), "too long to compare");
        alone(people(lab, lab.untouched), "untouched");
        alone(people(lab, lab.unreadable), "not compared");
        alone(lab.works.missing, "missing");
    }
    return out;
}

std::string json(const Report& report)
{
    nlohmann::json out = {{"labs", nlohmann::json::array()}, {"notes", report.notes}};
    for (const LabFindings& lab : report.labs) {
        nlohmann::json entry = {{"lab", lab.works.lab},
                                {"compared", lab.compared},
                                {"usual", nullptr},
                                {"identical", nlohmann::json::array()},
                                {"too_short", people(lab, lab.too_short)},
                                {"too_long", people(lab, lab.too_long)},
                                {"untouched", people(lab, lab.untouched)},
                                {"not_compared", people(lab, lab.unreadable)},
                                {"missing", lab.works.missing},
                                {"pairs", nlohmann::json::array()}};
        if (lab.usual) entry["usual"] = {{"median", lab.usual->median}, {"spread", lab.usual->spread}};
        for (const Identical& group : lab.identical) entry["identical"].push_back(people(lab, group.works));
        for (std::size_t i = 0; i < lab.pairs.size(); ++i) entry["pairs"].push_back(json_of(lab, lab.pairs[i], i));
        out["labs"].push_back(std::move(entry));
    }
    return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace halo::grader::similar
