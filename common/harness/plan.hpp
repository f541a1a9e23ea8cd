#pragma once
// Which calls a function gets, in which order, with which data. Whoever has the seed makes the same plan again.

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
    int repeat = 0;                   ///< 1: same pointers and sizes as the call before, new data
    std::uint64_t seed = 0;           ///< of the data
};

/// The calls of a function, case after case, each size twice. `round` 0, 1, … get other data and are meant for
/// fresh processes. With `only`, the calls of that case alone.
std::vector<PlannedCall> plan(const Lab& lab, const std::string& function, std::uint64_t seed, unsigned round,
                              std::optional<std::size_t> only = {});

}  // namespace halo::lab
