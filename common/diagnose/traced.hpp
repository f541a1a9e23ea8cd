#pragma once
// What the counts of a call, and the loads of the thread that stored a wrong output, add to a diagnosis of sums.

#include <cstdint>
#include <optional>

#include "findings/counters.hpp"
#include "findings/evidence.hpp"
#include "findings/history.hpp"

namespace halo {

/// What was seen of a call besides its output.
struct Trace {
    std::optional<Counters> counters;       ///< of the call; none on a GPU
    const History* history = nullptr;       ///< of the first wrong output, if it was recorded
    int tile = 0;                           ///< outputs of a block in each direction; 0: it has no tile
    std::int64_t weights = 0;               ///< of the filter; 0: it has none
};

/// A more precise diagnosis than `found`, which rests on values or on what is summed.
std::optional<Diagnosis> traced(std::optional<Diagnosis> found, const Trace& trace);

}  // namespace halo
