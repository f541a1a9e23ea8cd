#pragma once
// Which calls a function gets, in which order, with which data. The same seed gives the same plan.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/lab/cases.hpp"

namespace halo::lab {

/// One call of the function under test.
struct PlannedCall {
    std::size_t case_index = 0;
    Size size;
    int repeat = 0;                   ///< 1: same pointers and sizes as the previous call, new data
    std::uint64_t seed = 0;           ///< of the data
    bool for_card = false;            ///< larger than the case: its result counts, its price doesn't (card_bounds.hpp)
    bool proved = false;              ///< only whether its counts hold matters (proving.hpp)
};

/// How large a measured case is.
enum class Measured {
    as_stated,      ///< where a student's own numbers are compared with the page's
    as_drawn,       ///< near that, from the seed: where a kernel for the stated size alone must not pass
};

/// The calls of a function, case after case, each size twice. Each `round` 0, 1, … has different data and is meant for
/// a fresh process. With `only`, just the calls of that case.
std::vector<PlannedCall> plan(const Lab& lab, const std::string& function, std::uint64_t seed, unsigned round,
                              std::optional<std::size_t> only = {}, Measured measured = Measured::as_stated);

/// Leaves out the second call of each size of that case.
void call_once(std::vector<PlannedCall>& calls, std::size_t case_index);

/// Another size near `stated`, with the same filter, in steps that keep its rows as aligned as they are. The same seed gives the same size.
Size drawn_size(const Size& stated, const std::vector<DrawStep>& steps, std::uint64_t seed);

}  // namespace halo::lab
