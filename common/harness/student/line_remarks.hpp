#pragma once
// What the lines of a kernel do with memory that a card would pay for, worst first: typed facts, and one sentence each.

#include <cstdint>
#include <string>
#include <vector>

#include "findings/line_traffic.hpp"
#include "harness/judge/prediction.hpp"

namespace halo::lab {

enum class Waste {
    strided,        ///< neighbouring threads access global memory at a distance
    uneven,         ///< … at no common distance
    grouped,        ///< … in groups that share an element, each group elsewhere
    ragged_rows,    ///< … side by side, in rows that begin or end inside a sector
    bank_conflicts,
    same_word,      ///< several threads update one shared word
    replays,        ///< a warp asks constant memory for different elements
    few_lanes,      ///< most threads of the warp take no part
    filter_in_global,   ///< all threads load the few elements of an array
    loaded_again,   ///< the threads of a block load an element several times
};

struct LineRemark {
    Waste waste{};
    LineTraffic line;
    double times = 0;           ///< loaded_again, filter_in_global: how often a block loads each element
    double price = 0;           ///< in wavefronts or sectors that a better pattern would not need
};

/// What is wasteful, dearest first; of each line and array the worst of its kind.
std::vector<LineRemark> wastes_in(const std::vector<LineTraffic>& lines);

/// Does the sentence show a count that waits for a prediction?
bool shows_open_count(const LineRemark& remark, const Predictions& predictions);

/// `line 37: each store to d_out touches 32 sectors where 4 would do: neighbouring threads store 160 bytes apart (lab 01, coalescing)`
std::string sentence(const LineRemark& remark);

/// Its first part, without the reason: `each store to d_out touches 32 sectors where 4 would do`
std::string what_it_does(const LineRemark& remark);

/// `: neighbouring threads are 32 words apart; rows of 33 elements would have none (lab 01, padding)`
std::string why_conflicts(const LineTraffic& line);

/// The counter that grows with this waste.
std::uint64_t Counters::*counter_of(const LineRemark& remark);

/// The lab that is about it: `lab 01, padding`.
std::string lesson_of(Waste waste);

}  // namespace halo::lab
