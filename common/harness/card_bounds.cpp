#include "harness/card_bounds.hpp"

#include <algorithm>

#include "data/generate.hpp"
#include "harness/judge.hpp"

namespace halo::lab {

std::optional<PlannedCall> call_for_card(const Lab& lab, const std::string& function, std::uint64_t seed)
{
    const auto measured = std::ranges::find_if(lab.cases, [&](const Case& c) { return c.measured && c.function == function; });
    if (measured == lab.cases.end()) return {};
    const auto on = lab.find(function)->kind->on_card(measured->sizes.back());
    if (!on) return {};
    return PlannedCall{.case_index = std::size_t(measured - lab.cases.begin()), .size = on->sample, .repeat = 0, .seed = mix(mix(seed, "for a card"), function)};
}

std::vector<CardBound> card_bounds(const Lab& lab, const std::string& function, const PlannedCall& call, std::string_view response,
                                   const std::string& ended)
{
    const DetailedJudgement judgement = judge(lab, function, {call}, response, ended);
    const Judged& kind = lab.find(function)->kind;
    const std::optional<OnCard> on = kind->on_card(lab.cases.at(call.case_index).sizes.back());
    if (!judgement.counters || !on || (judgement.verdict != Verdict::passed && judgement.verdict != Verdict::slow_pattern)) return {};
    const CardWork work{*judgement.counters, on->scale, on->bytes}, basic{on->basic.counters, on->basic.scale, on->bytes};
    return bounds_of(work, kind->describe(on->size), on->basic.name, basic);
}

}  // namespace halo::lab
