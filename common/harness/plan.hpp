#pragma once
// Which calls a function gets, in which order, with which data. The same seed gives the same plan.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/lab.hpp"

namespace halo::lab {

/// One call of the function under test.
struct PlannedCall {
    std::size_t case_index = 0;
    Size size;
    int repeat = 0;                   ///< 1: same pointers and sizes as the previous call, new data
    std::uint64_t seed = 0;           ///< of the data
};

/// The calls of a function, case after case, each size twice. Each `round` 0, 1, … has different data and is meant for
/// a fresh process. With `only`, just the calls of that case.
std::vector<PlannedCall> plan(const Lab& lab, const std::string& function, std::uint64_t seed, unsigned round,
                              std::optional<std::size_t> only = {});

}  // namespace halo::lab
