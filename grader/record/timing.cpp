#include "record/timing.hpp"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

namespace halo::grader::record {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::pair<Pace, std::string_view>, 6> kNames{{
    {Pace::timed, "timed"}, {Pace::implausible, "implausible_time"}, {Pace::wrong, "wrong_on_card"},
    {Pace::failed, "failed_on_card"}, {Pace::no_time, "no_time"}, {Pace::no_card, "no_card"},
}};

OrderedJson json_of(const std::optional<Range>& range) { return range ? OrderedJson{range->low, range->median, range->high} : OrderedJson(nullptr); }

std::optional<Range> ordered_range_in(const OrderedJson& object, const char* key)
{
    const auto it = object.find(key);
    if (it == object.end() || it->is_null()) return std::nullopt;
    return Range{it->at(0).get<double>(), it->at(1).get<double>(), it->at(2).get<double>()};
}

std::string text_in(const OrderedJson& object, const char* key)
{
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? "" : it->get<std::string>();
}

std::optional<double> number_in(const OrderedJson& object, const char* key)
{
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? std::nullopt : std::optional(it->get<double>());
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

OrderedJson to_json(const Timing& t)
{
    return {{"pace", name(t.pace)}, {"card", t.card}, {"size", t.size}, {"wanted", t.wanted.empty() ? OrderedJson(nullptr) : OrderedJson(t.wanted)}, {"rounds", t.rounds}, {"contests", t.contests},
            {"ms", json_of(t.ms)}, {"of_copy", json_of(t.of_copy)}, {"basic", t.basic.empty() ? OrderedJson(nullptr) : OrderedJson(t.basic)}, {"speedup", json_of(t.speedup)},
            {"of_solution", json_of(t.of_solution)}, {"floor_ms", t.floor_ms ? OrderedJson(*t.floor_ms) : OrderedJson(nullptr)},
            {"headline", t.message.headline}, {"where", t.message.where}, {"try", t.message.attempt}, {"printed", t.printed}};
}

Timing timing_from_json(std::string_view text)
{
    try {
        const OrderedJson json = OrderedJson::parse(text);
        const auto pace = pace_named(json.at("pace").get<std::string>());
        if (!pace) throw UnreadableTiming("no pace is called so: " + json.at("pace").get<std::string>());
        Timing t;
        t.pace = *pace;
        t.message = {text_in(json, "headline"), text_in(json, "where"), text_in(json, "try")};
        t.card = text_in(json, "card"), t.size = text_in(json, "size"), t.wanted = text_in(json, "wanted");
        t.rounds = json.value("rounds", std::size_t(0)), t.contests = json.value("contests", 1);
        t.ms = ordered_range_in(json, "ms"), t.of_copy = ordered_range_in(json, "of_copy"), t.speedup = ordered_range_in(json, "speedup"), t.of_solution = ordered_range_in(json, "of_solution");
        t.basic = text_in(json, "basic"), t.floor_ms = number_in(json, "floor_ms"), t.printed = text_in(json, "printed");
        return t;
    } catch (const OrderedJson::exception& error) {
        throw UnreadableTiming(error.what());
    }
}

}  // namespace halo::grader::record
