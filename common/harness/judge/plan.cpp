#include "harness/judge/plan.hpp"

#include <algorithm>

#include "data/generate.hpp"

namespace halo::lab {

namespace {

/// A multiple of `step` that is at most an eighth away, or one step; where there is no room for one, the extent itself.
int drawn(int stated, int step, std::uint64_t seed)
{
    if (step <= 0 || stated < 2 * step) return stated;
    const int reach = std::max(stated / 8, step), least = (stated - reach + step - 1) / step, most = (stated + reach) / step;
    return step * (least + int(seed % std::uint64_t(most - least + 1)));
}

/// Those of its kind, but for what the lab has stated.
std::vector<DrawStep> steps_of(const Lab& lab, const std::string& function)
{
    std::vector<DrawStep> steps = lab.find(function)->kind->steps();
    for (const DrawSteps& own : lab.steps)
        for (const DrawStep& stated : own.steps)
            if (const auto one = std::ranges::find(steps, stated.number, &DrawStep::number); own.of == function && one != steps.end()) one->step = stated.step;
    return steps;
}

}  // namespace

Size drawn_size(const Size& stated, const std::vector<DrawStep>& steps, std::uint64_t seed)
{
    constexpr int kTries = 64;              // where only one extent has room, every third may be the stated size
    Size size = stated;
    for (int i = 0; i < kTries && size == stated; ++i) {
        const std::uint64_t base = mix(seed, std::uint64_t(i));
        for (const DrawStep& one : steps)
            if (const int* const from = stated.find(one.number)) *size.find(one.number) = drawn(*from, one.step, mix(base, one.number));
    }
    return size;
}

std::vector<PlannedCall> plan(const Lab& lab, const std::string& function, std::uint64_t seed, unsigned round,
                              std::optional<std::size_t> only, Measured measured)
{
    std::vector<PlannedCall> calls;
    const std::uint64_t base = mix(mix(mix(seed, round), lab.name), function);
    const std::uint64_t sizes = mix(mix(mix(seed, "size"), lab.name), function);        // the same in each round
    for (std::size_t c = 0; c < lab.cases.size(); ++c) {
        if (lab.cases[c].function != function || (only && *only != c)) continue;
        for (std::size_t s = 0; s < lab.cases[c].sizes.size(); ++s) {
            const bool draws = lab.cases[c].measured && measured == Measured::as_drawn;
            const Size size = draws ? drawn_size(lab.cases[c].sizes[s], steps_of(lab, function), mix(mix(sizes, c), s)) : lab.cases[c].sizes[s];
            for (int repeat = 0; repeat < 2; ++repeat) calls.push_back({c, size, repeat, mix(mix(mix(base, c), s), std::uint64_t(repeat))});
        }
    }
    return calls;
}

void call_once(std::vector<PlannedCall>& calls, std::size_t case_index)
{
    std::erase_if(calls, [&](const PlannedCall& call) { return call.case_index == case_index && call.repeat > 0; });
}

}  // namespace halo::lab
