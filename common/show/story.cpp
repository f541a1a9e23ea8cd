#include "show/story.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "findings/explain.hpp"

namespace halo::show {

namespace {

std::string label(const Array& array) { return array.name.empty() ? "an array" : array.name; }

std::set<std::int64_t> threads_of(const Part& part)
{
    std::set<std::int64_t> threads;
    for (const Touch& touch : part.touches) threads.insert(touch.thread);
    return threads;
}

std::string what_is_touched(const Array& array, const Part& part)
{
    if (array.memory == Memory::lanes) return "take the value of a lane of their warp each";
    const Touch& first = part.touches.front();
    const bool same = std::ranges::all_of(part.touches, [&](const Touch& t) { return t.element == first.element; });
    const char* verb = part.stores ? "store to" : array.texture ? "fetch" : "load";
    if (same && part.touches.size() > 1) return fmt::format("{} the same element, {}", verb, array.element(first.element));
    if (same) return fmt::format("{} {}", part.stores ? "stores to" : array.texture ? "fetches" : "loads", array.element(first.element));
    if (part.stores) return fmt::format("store to {}", label(array));
    return fmt::format("{} {} of {} each", verb, first.count > 1 ? counted(first.count, "element") : std::string("an element"), label(array));
}

/// Do several threads of the warp take one and the same element?
bool shared_by_threads(const Part& part, std::int64_t warp, std::int64_t elements)
{
    constexpr std::int64_t kLanes = 32;
    const auto of_warp = [&](const Touch& t) { return t.thread / kLanes == warp; };
    const auto first = std::ranges::find_if(part.touches, of_warp);
    return elements > 1 && std::ranges::all_of(part.touches, [&](const Touch& t) { return !of_warp(t) || (t.count == 1 && t.element == first->element); });
}

}  // namespace

std::string sentence(const Scene& scene, const Moment& moment, bool counts)
{
    if (moment.barrier())
        return fmt::format("line {}: the barrier. No thread goes on before all {} have come; what they stored is there for all of them.",
                           moment.line, scene.threads());
    std::string out = fmt::format("line {}{}: ", moment.line, moment.rounds > 0 ? fmt::format(", round {} of {}", moment.round, moment.rounds) : "");
    for (std::size_t i = 0; i < moment.parts.size(); ++i) {
        const Part& part = moment.parts[i];
        const Array& array = scene.arrays[part.array];
        const std::set<std::int64_t> threads = threads_of(part);
        const std::string who = counts || threads.size() == 1 ? counted(std::int64_t(threads.size()), "thread") : std::string("threads");
        out += fmt::format("{}{} {}", i > 0 ? "; " : "", who, what_is_touched(array, part));
        if (const auto blank = std::ranges::count_if(part.touches, &Touch::blank); blank > 0)
            out += fmt::format(", {} of them without a load", counts ? std::to_string(blank) : "some");
        if (const auto kept = std::ranges::count_if(part.touches, [](const Touch& t) { return t.kept >= 0; }); kept > 0)
            out += fmt::format(", {} of them what was kept from an earlier round", counts ? std::to_string(kept) : "some");
    }
    return out + ".";
}

std::string cost_sentence(const Array& array, const Part& part, const Cost& cost)
{
    std::int64_t elements = 0;
    for (const Touch& t : part.touches)
        if (t.thread / kWarp == cost.warp) elements += t.count;         // four, if it is a float4
    const char* verb = part.stores ? "stores" : "loads";
    const std::string what = shared_by_threads(part, cost.warp, elements)
                                 ? fmt::format("{} threads of warp {} {} one element of {}", elements, cost.warp, part.stores ? "store" : "load", label(array))
                                 : fmt::format("warp {} {} {} of {}", cost.warp, verb, counted(elements, "element"), label(array));
    if (cost.sectors > 0)
        return fmt::format("{} in {} of 32 bytes{}", what, counted(cost.sectors, "sector"),
                           cost.sectors > cost.fewest_sectors ? fmt::format(", where {} would do", cost.fewest_sectors) : "");
    if (array.memory == Memory::shared)
        return cost.bank_conflicts == 0 ? what + " without a bank conflict"
                                        : fmt::format("{} in {} turns: lanes want different words of one bank", what, cost.bank_conflicts + 1);
    return {};
}

}  // namespace halo::show
