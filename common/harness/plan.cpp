#include "harness/plan.hpp"

#include "data/generate.hpp"

namespace halo::lab {

std::vector<PlannedCall> plan(const Lab& lab, const std::string& function, std::uint64_t seed, unsigned round,
                              std::optional<std::size_t> only)
{
    std::vector<PlannedCall> calls;
    const std::uint64_t base = mix(mix(mix(seed, round), lab.name), function);
    for (std::size_t c = 0; c < lab.cases.size(); ++c) {
        if (lab.cases[c].function != function || (only && *only != c)) continue;
        for (std::size_t s = 0; s < lab.cases[c].sizes.size(); ++s)
            for (int repeat = 0; repeat < 2; ++repeat)
                calls.push_back({c, lab.cases[c].sizes[s], repeat, mix(mix(mix(base, c), s), std::uint64_t(repeat))});
    }
    return calls;
}

}  // namespace halo::lab
