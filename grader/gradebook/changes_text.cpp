// Changes as people and programs read them.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "gradebook/changes.hpp"
#include "machine/text.hpp"

namespace halo::grader::gradebook {
namespace {

std::string said(const std::optional<Verdict>& verdict, const std::optional<double>& points, double max_points, bool function)
{
    if (function && !verdict) return "–";
    const std::string sum = fmt::format("{} / {}", points ? number(*points, 2) : "–", number(max_points, 2));
    return verdict ? words(*verdict) + ", " + sum : sum;
}

std::string causes(const Change& change)
{
    std::vector<std::pair<Cause, std::vector<std::string>>> grouped;       // in the order in which they were found
    for (const Because& because : change.why) {
        auto known = std::ranges::find(grouped, because.cause, &std::pair<Cause, std::vector<std::string>>::first);
        if (known == grouped.end()) known = grouped.insert(known, {because.cause, {}});
        if (!because.detail.empty()) known->second.push_back(because.detail);
    }
    std::string out;
    for (const auto& [cause, details] : grouped) {
        out += fmt::format("{}{}", out.empty() ? "" : " + ", cause == Cause::flaky ? "FLAKY" : name(cause));
        if (!details.empty()) out += fmt::format(" ({})", fmt::join(details, "; "));
    }
    return out;
}

std::string students(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "student has" : "students have"); }

std::string summary(const Changes& changes)
{
    std::string out;
    if (!changes.worse.empty()) out += fmt::format("{} fewer points than before: {}\n", students(changes.worse.size()), fmt::join(changes.worse, ", "));
    if (!changes.better.empty()) out += fmt::format("{} more points than before\n", students(changes.better.size()));
    for (const Change& change : changes.all)
        if (std::ranges::find(change.why, Cause::flaky, &Because::cause) != change.why.end())
            out += fmt::format("FLAKY: {} {} {}: {} before, {} now, of the same file with the same harness\n", change.student, change.lab, change.function,
                               words(change.was.value_or(Verdict::grader_fault)), words(change.is.value_or(Verdict::grader_fault)));
    return out;
}

}  // namespace

std::string to_text(const Changes& changes)
{
    if (changes.all.empty()) return "";
    std::vector<std::vector<std::string>> rows{{"student", "lab", "function", "before", "now", "cause"}};
    for (const Change& change : changes.all) {
        const bool function = !change.function.empty();
        rows.push_back({printable(change.student), change.lab.empty() ? "total" : printable(change.lab), function ? printable(change.function) : "all",
                        said(change.was, change.points_were, change.max_were, function), said(change.is, change.points_are, change.max_are, function), printable(causes(change))});
    }
    std::vector<std::size_t> widths(rows[0].size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
    std::string out;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i) out += fit(row[i], widths[i]) + "  ";
        out += row.back() + '\n';
    }
    return out + summary(changes);
}

std::string to_json_text(const Changes& changes)
{
    using Json = nlohmann::ordered_json;
    const auto points = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
    const auto verdict = [](const std::optional<Verdict>& value) { return value ? Json(name(*value)) : Json(nullptr); };
    const auto text = [](const std::string& value) { return value.empty() ? Json(nullptr) : Json(value); };
    Json all = Json::array();
    for (const Change& change : changes.all) {
        Json why = Json::array();
        for (const Because& because : change.why) why.push_back({{"kind", name(because.cause)}, {"detail", because.detail}});
        all.push_back({{"student", change.student},
                       {"lab", text(change.lab)},
                       {"function", text(change.function)},
                       {"verdict_before", verdict(change.was)},
                       {"verdict", verdict(change.is)},
                       {"points_before", points(change.points_were)},
                       {"points", points(change.points_are)},
                       {"max_points_before", change.max_were},
                       {"max_points", change.max_are},
                       {"causes", std::move(why)}});
    }
    return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace halo::grader::gradebook
