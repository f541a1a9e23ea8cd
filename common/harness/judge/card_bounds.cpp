#include "harness/judge/card_bounds.hpp"

#include <algorithm>

#include "data/generate.hpp"

namespace halo::lab {

std::optional<PlannedCall> call_for_card(const Lab& lab, const std::string& function, std::uint64_t seed)
{
    const auto measured = std::ranges::find_if(lab.cases, [&](const Case& c) { return c.measured && c.function == function; });
    if (measured == lab.cases.end()) return {};
    const auto on = lab.find(function)->kind->on_card(measured->sizes.back());
    if (!on) return {};
    return PlannedCall{.case_index = std::size_t(measured - lab.cases.begin()), .size = on->sample, .seed = mix(mix(seed, "for a card"), function), .for_card = true};
}

void add_call_for_card(std::vector<PlannedCall>& calls, const Lab& lab, const std::string& function, std::uint64_t seed, bool instead)
{
    const std::optional<PlannedCall> call = call_for_card(lab, function, seed);
    if (!call) return;
    if (instead) call_once(calls, call->case_index);
    calls.push_back(*call);
}

std::vector<CardBound> card_bounds(const Lab& lab, const PlannedCall& call, const Counters& counters)
{
    const Case& measured = lab.cases.at(call.case_index);
    const Judged& kind = lab.find(measured.function)->kind;
    const std::optional<OnCard> on = kind->on_card(measured.sizes.back());
    if (!on) return {};
    const CardWork work{counters, on->scale, on->bytes}, basic{on->basic.counters, on->basic.scale, on->bytes};
    return bounds_of(work, kind->describe(on->size), on->basic.name, basic);
}

}  // namespace halo::lab
