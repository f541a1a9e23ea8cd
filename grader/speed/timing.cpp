#include "speed/timing.hpp"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace halo::grader {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Pace, std::string_view>, 6> kNames{{
    {Pace::timed, "timed"}, {Pace::implausible, "implausible_time"}, {Pace::wrong, "wrong_on_card"},
    {Pace::failed, "failed_on_card"}, {Pace::no_time, "no_time"}, {Pace::no_card, "no_card"},
}};

Json json_of(const std::optional<Range>& range) { return range ? Json{range->low, range->median, range->high} : Json(nullptr); }

std::optional<Range> range_in(const Json& object, const char* key)
{
    const auto it = object.find(key);
    if (it == object.end() || it->is_null()) return std::nullopt;
    return Range{it->at(0).get<double>(), it->at(1).get<double>(), it->at(2).get<double>()};
}

std::string text_in(const Json& object, const char* key)
{
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? "" : it->get<std::string>();
}

std::optional<double> number_in(const Json& object, const char* key)
{
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? std::nullopt : std::optional(it->get<double>());
}

/// Three digits, as many as a median has.
std::string three(double value)
{
    return value >= 99.95 ? fmt::format("{:.0f}", value) : fmt::format("{:#.3g}", value);
}

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }
std::string between(const Range& r) { return fmt::format("{} to {}", three(r.low), three(r.high)); }

std::string faster(const Range& r, const std::string& than)
{
    return r.undecided() ? fmt::format("undecided against {}: {} times as fast, in 95 of 100 series", than, between(r))
                         : fmt::format("{} times as fast as {} ({})", three(r.median), than, between(r));
}

}  // namespace

std::string_view name(Pace pace)
{
    for (const auto& [value, text] : kNames)
        if (value == pace) return text;
    return "";
}

std::optional<Pace> pace_named(std::string_view name)
{
    for (const auto& [value, text] : kNames)
        if (text == name) return value;
    return std::nullopt;
}

std::string words(Pace pace)
{
    std::string text(name(pace));
    for (char& c : text)
        if (c == '_') c = ' ';
    return text;
}

Timing mean_of(const std::vector<Timing>& contests)
{
    Timing mean = contests.front();
    mean.rounds = 0;
    mean.contests = int(contests.size());
    for (std::optional<Range> Timing::*of : {&Timing::ms, &Timing::of_copy, &Timing::speedup, &Timing::of_solution}) {
        if (!(mean.*of)) continue;
        Range sum;
        for (const Timing& t : contests) {
            const Range one = (t.*of).value_or(*(mean.*of));
            sum.low += one.low, sum.median += one.median, sum.high += one.high;
        }
        const double n = double(contests.size());
        mean.*of = Range{sum.low / n, sum.median / n, sum.high / n};
    }
    for (const Timing& t : contests) mean.rounds += t.rounds;
    return mean;
}

std::string brief(const Timing& t, Intervals intervals)
{
    if (t.pace != Pace::timed || !t.ms) return words(t.pace);
    std::string text = three(t.ms->median) + " ms";
    if (t.speedup) text += t.speedup->undecided() ? "  undecided" : fmt::format("  {}×", three(t.speedup->median));
    if (t.speedup && intervals == Intervals::shown) text += fmt::format(" ({})", between(*t.speedup));
    if (t.of_copy) text += t.of_copy->undecided() ? "  undecided" : "  " + percent(t.of_copy->median);
    return text;
}

std::vector<std::string> sentences(const Timing& t)
{
    std::vector<std::string> lines;
    if (t.ms) {
        const std::string contests = t.contests > 1 ? fmt::format(" in {} contests", t.contests) : "";
        lines.push_back(fmt::format("{} ms ({}) at {}, {} rounds{}", three(t.ms->median), between(*t.ms), t.size, t.rounds, contests));
        if (t.of_copy)
            lines.push_back(t.of_copy->undecided() ? fmt::format("undecided: {} to {} of the rate of a copy", percent(t.of_copy->low), percent(t.of_copy->high))
                                                   : fmt::format("{} of the rate of a copy ({:.1f} to {:.1f})", percent(t.of_copy->median), 100 * t.of_copy->low, 100 * t.of_copy->high));
        if (t.speedup) lines.push_back(faster(*t.speedup, t.basic));
        if (t.of_solution) lines.push_back(faster(*t.of_solution, "the solution"));
        if (t.floor_ms) lines.push_back(fmt::format("{} ms is the least in which an {} moves its bytes", three(*t.floor_ms), t.card));
    }
    if (!t.wanted.empty()) lines.push_back(fmt::format("the card's memory is too small for {}", t.wanted));
    return lines;
}

Json to_json(const Timing& t)
{
    return {{"pace", name(t.pace)}, {"card", t.card}, {"size", t.size}, {"wanted", t.wanted.empty() ? Json(nullptr) : Json(t.wanted)}, {"rounds", t.rounds}, {"contests", t.contests},
            {"ms", json_of(t.ms)}, {"of_copy", json_of(t.of_copy)}, {"basic", t.basic.empty() ? Json(nullptr) : Json(t.basic)}, {"speedup", json_of(t.speedup)},
            {"of_solution", json_of(t.of_solution)}, {"floor_ms", t.floor_ms ? Json(*t.floor_ms) : Json(nullptr)},
            {"headline", t.message.headline}, {"where", t.message.where}, {"try", t.message.attempt}, {"printed", t.printed}};
}

Timing timing_from_json(std::string_view text)
{
    try {
        const Json json = Json::parse(text);
        const auto pace = pace_named(json.at("pace").get<std::string>());
        if (!pace) throw UnreadableTiming("no pace is called so: " + json.at("pace").get<std::string>());
        Timing t;
        t.pace = *pace;
        t.message = {text_in(json, "headline"), text_in(json, "where"), text_in(json, "try")};
        t.card = text_in(json, "card"), t.size = text_in(json, "size"), t.wanted = text_in(json, "wanted");
        t.rounds = json.value("rounds", std::size_t(0)), t.contests = json.value("contests", 1);
        t.ms = range_in(json, "ms"), t.of_copy = range_in(json, "of_copy"), t.speedup = range_in(json, "speedup"), t.of_solution = range_in(json, "of_solution");
        t.basic = text_in(json, "basic"), t.floor_ms = number_in(json, "floor_ms"), t.printed = text_in(json, "printed");
        return t;
    } catch (const Json::exception& error) {
        throw UnreadableTiming(error.what());
    }
}

}  // namespace halo::grader
