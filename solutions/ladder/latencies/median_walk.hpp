#pragma once
// What a step of a walk takes: the median of several walks, each of which must end where its chain leads.

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "timing/interval.hpp"
#include "walks.hpp"

namespace halo::ladder {

constexpr int kWalks = 9;

/// `walk` starts where the one before ended, so that a large array's lines are new ones; `expected` says where it ends. Both get its start.
/// Throws std::runtime_error if a walk ends elsewhere: it took other steps, or fewer, than it was timed for.
inline timing::Interval cycles_of(const std::string& what, const std::function<Walked(unsigned)>& walk, const std::function<unsigned(unsigned)>& expected)
{
    std::vector<double> cycles;
    unsigned at = 0;
    for (int i = 0; i < kWalks + 1; ++i) {
        const Walked walked = walk(at);
        const unsigned right = expected(at);
        if (walked.end != right)
            throw std::runtime_error(what + ": a walk ended at " + std::to_string(walked.end) + ", and the chain leads to " + std::to_string(right) + "\n  where: from "
                                     + std::to_string(at) + ", walk " + std::to_string(i) + "\n  try:   run the tests of the ladder, which take the same walks on the CPU engine");
        at = walked.end;
        if (i > 0) cycles.push_back(walked.cycles);         // the first one brings code and data into caches
    }
    return timing::median_of(cycles);
}

}  // namespace halo::ladder
