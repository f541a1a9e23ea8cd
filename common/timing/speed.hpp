#pragma once
// What a contest says about one function: how fast it is beside a copy, the lab's basic kernel and the solution.

#include <optional>
#include <string>
#include <vector>

#include "timing/contest.hpp"
#include "timing/interval.hpp"

namespace halo::timing {

/// Where the contest took place, and of what.
struct Setting {
    std::string card;             ///< `NVIDIA H200`
    std::string size;             ///< `16384 x 16384 image, radius 2`
    double bytes = 0;             ///< that must move: inputs once, outputs once
    std::string wanted = {};      ///< the lab's size, if this card's memory is too small for it
};

/// Against one other contestant.
struct Against {
    std::string name;
    Interval faster;              ///< how many times as fast: the other's time ÷ this one's, round by round
};

struct Speed {
    std::string function;
    Setting setting;
    std::uint64_t wrong = 0;      ///< elements; then the times mean nothing, and the rest is empty
    Interval ms;
    std::optional<Interval> overhead_ms;    ///< of a request that does nothing; its median is taken off all times
    std::optional<Interval> of_copy;        ///< the rate in parts of that of a copy of as many bytes
    std::vector<Against> against;
    std::size_t rounds = 0;
    bool disturbed = false;       ///< a copy, or making the data, took longer for its process: the times are not of this function alone
    bool too_fast = false;        ///< it moved its bytes faster than a copy can: it has not done its work
};

/// Of the contestant `function`. The contestant `copy` moves `setting.bytes`, and `nothing`, if it takes part, does nothing, as slowly as the others; every
/// other one is compared with the function.
Speed speed_of(const std::string& function, std::vector<Turns> turns, const Setting& setting, const std::string& copy, const std::string& nothing = "");

/// No interval is wider than this, in parts of its median: more rounds would hardly change a digit.
bool sharp(const Speed& speed, double widest);

/// Did the same work clearly take longer the second time? In seconds; a tenth and a hundredth of a millisecond are not clear.
bool slower(const std::vector<double>& before, const std::vector<double>& then);

/// For a terminal: a line with time and share of the copy rate, and a line for each other contestant.
std::vector<std::string> sentences(const Speed& speed);

}  // namespace halo::timing
