#include "diagnose/gaps.hpp"

#include <algorithm>

namespace halo {

std::vector<Run> runs_of(std::span<const std::size_t> missing)
{
    std::vector<Run> runs;
    for (const std::size_t i : missing) {
        if (!runs.empty() && runs.back().begin + runs.back().length == i) ++runs.back().length;
        else runs.push_back({i, 1});
    }
    return runs;
}

std::optional<Turns> turns_of(std::span<const std::size_t> missing, std::size_t end)
{
    const std::vector<Run> runs = runs_of(missing);
    if (runs.size() < 2) return {};
    const Turns t{runs[0].begin, runs[0].length, runs[1].begin - runs[0].begin};
    std::size_t due = 0;
    for (std::size_t begin = t.first; begin < end; begin += t.period, ++due)
        if (due >= runs.size() || runs[due].begin != begin || runs[due].length != std::min(t.missing, end - begin)) return {};
    return due == runs.size() ? std::optional(t) : std::nullopt;
}

}  // namespace halo
