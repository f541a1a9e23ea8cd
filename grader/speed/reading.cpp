// What a timer said, judged: the clock is ours, but is the time possible?
#include "speed/reading.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "findings/bound.hpp"

namespace halo::grader::speed {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kFewestRounds = 6;          // below, an interval is merely all that was seen
constexpr const char* kSolution = "the solution";

record::Range range_of(const Json& json)
{
    const record::Range range{json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
    if (!(0 < range.low && range.low <= range.median && range.median <= range.high)) throw record::UnreadableTiming("an interval is out of order");
    return range;
}

std::optional<record::Range> range_in(const Json& object, const char* key)
{
    const Json& json = object.at(key);
    return json.is_null() ? std::nullopt : std::optional(range_of(json));
}

/// What the bytes take at the best rate that was ever measured on this card.
std::optional<double> floor_ms(const std::string& card, double bytes)
{
    const auto found = std::ranges::find(cards(), card, &Card::name);
    return found == cards().end() ? std::nullopt : std::optional(bytes / found->bytes_per_s * 1e3);
}

/// Of a time that no honest function can have.
std::optional<Message> implausible(const record::Timing& t, const std::string& function, bool too_fast)
{
    // The time of a request, which is taken off, is known to a few hundredths of a time.
    constexpr double kClearly = 0.95;
    const std::string attempt = "look at what it does on a card, and whether its process does other work; the verdict does not change, and its time earns nothing";
    if (t.floor_ms && t.ms->high < kClearly * *t.floor_ms)
        return Message{fmt::format("{}: {:#.3g} ms is less than its bytes take to pass between memory and chip", function, t.ms->median),
                       fmt::format("an {} needs {:#.3g} ms for them at the best rate that was measured", t.card, *t.floor_ms), attempt};
    if (too_fast)
        return Message{fmt::format("{}: {:#.3g} ms is faster than a copy of its bytes can be", function, t.ms->median),
                       fmt::format("{:#.3g} times the rate of a copy, in turns with it", t.of_copy ? t.of_copy->median : 0), attempt};
    return std::nullopt;
}

record::Timing of_times(const Json& json, const std::string& function)
{
    record::Timing t;
    t.card = json.at("card").get<std::string>();
    t.size = json.at("size").get<std::string>();
    if (!json.at("wanted").is_null()) t.wanted = json.at("wanted").get<std::string>();
    t.rounds = json.at("rounds").get<std::size_t>();
    if (const auto wrong = json.at("wrong").get<std::uint64_t>(); wrong > 0) {
        t.pace = record::Pace::wrong;
        t.message = {fmt::format("{}: {} element{} wrong on the card, at {}", function, wrong, wrong == 1 ? " is" : "s are", t.size),
                     fmt::format("on an {}; the judge's cases, on the CPU engine, passed", t.card),
                     "make gpu, then compute-sanitizer: look for an index that overflows at this size, and for a race"};
        return t;
    }
    t.ms = range_in(json, "ms"), t.of_copy = range_in(json, "of_copy");
    for (const Json& against : json.at("against")) {
        const record::Range range = range_of(against.at("faster"));
        if (against.at("name") == kSolution) t.of_solution = range;
        else t.basic = against.at("name").get<std::string>(), t.speedup = range;
    }
    if (!t.ms || t.rounds < kFewestRounds) {
        t.pace = record::Pace::no_time;
        t.message = {fmt::format("{}: no time was taken: the contest ended after {} rounds", function, t.rounds), "one of the others gave a wrong result", "run it again; if it stays so, make gpu says which"};
        return t;
    }
    if (json.at("disturbed").get<bool>()) {
        t.pace = record::Pace::no_time;
        t.message = {fmt::format("{}: its time is not of it alone: something else was at work on the card", function),
                     "a copy, or making the data, took longer while its process was there", "end what else runs on the card, and run it again; a function that works out of turn earns nothing"};
        return t;
    }
    t.floor_ms = floor_ms(t.card, json.at("bytes").get<double>());
    t.pace = record::Pace::timed;
    if (const auto why = implausible(t, function, json.at("too_fast").get<bool>())) t.pace = record::Pace::implausible, t.message = *why;
    return t;
}

}  // namespace

record::Timing timing_of(std::string_view line)
{
    try {
        const Json json = Json::parse(line);
        const auto function = json.at("function").get<std::string>();
        if (!json.contains("gone")) return of_times(json, function);
        record::Timing t;
        t.pace = record::Pace::failed;
        t.message = {fmt::format("{}: no time: {}", function, json.at("gone").get<std::string>()), "in a process of its own, on the card", "make gpu, with the same file"};
        return t;
    } catch (const Json::exception& error) {
        throw record::UnreadableTiming(error.what());
    }
}

record::Timing mean_of(const std::vector<record::Timing>& contests)
{
    record::Timing mean = contests.front();
    mean.rounds = 0;
    mean.contests = int(contests.size());
    for (std::optional<record::Range> record::Timing::*of : {&record::Timing::ms, &record::Timing::of_copy, &record::Timing::speedup, &record::Timing::of_solution}) {
        if (!(mean.*of)) continue;
        record::Range sum;
        for (const record::Timing& t : contests) {
            const record::Range one = (t.*of).value_or(*(mean.*of));
            sum.low += one.low, sum.median += one.median, sum.high += one.high;
        }
        const double n = double(contests.size());
        mean.*of = record::Range{sum.low / n, sum.median / n, sum.high / n};
    }
    for (const record::Timing& t : contests) mean.rounds += t.rounds;
    return mean;
}

}  // namespace halo::grader::speed
