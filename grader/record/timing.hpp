#pragma once
// What is known about one function's speed.

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "findings/verdict.hpp"

namespace halo::grader::record {

/// A median, and between which values it lies in 95 of 100 series.
struct Range {
    double low = 0, median = 0, high = 0;

    /// Too wide to say anything with two digits.
    bool undecided() const { return !(high - low <= 0.1 * median); }
    friend bool operator==(const Range&, const Range&) = default;
};

/// What came of timing a function.
enum class Pace {
    timed,
    implausible,          ///< faster than the card can move its bytes, or a copy can: shown, never credited
    wrong,                ///< its output was wrong there; the verdict stands
    failed,               ///< nvcc refused it, or its process ended or did not answer
    no_time,              ///< the machine's fault: the card was busy, throttling, lost …; tried again in the next run
    no_card,              ///< none can be used
};

/// The name in files: `no_card`.
std::string_view name(Pace pace);
std::optional<Pace> pace_named(std::string_view name);

/// Says something about the function, for good; else only about the machine on that day.
constexpr bool stands(Pace pace) { return pace < Pace::no_time; }

struct Timing {
    Pace pace = Pace::no_card;
    Message message = {};                 ///< why there is no time, or why it is not believed; empty if timed
    std::string card = {};                ///< `NVIDIA H200`
    std::string size = {};                ///< `16384 x 16384 image, radius 2`
    std::string wanted = {};              ///< the lab's size, if the card is too small for it
    std::size_t rounds = 0;               ///< of all contests
    int contests = 1;                     ///< with processes and arrays of their own; of several the means are given
    std::optional<Range> ms = {};
    std::optional<Range> of_copy = {};  ///< its rate in parts of that of a copy of as many bytes
    std::string basic = {};  ///< the kernel that it is compared with; empty: it is that kernel, or there is none
    std::optional<Range> speedup = {};  ///< over that kernel
    std::optional<Range> of_solution = {};  ///< how many times as fast as the solution
    std::optional<double> floor_ms = {};  ///< what the card needs for the bytes alone; nothing for a card that is not in cards.def
    std::string printed = {};             ///< by the function's process, or by nvcc; shown, never believed

    friend bool operator==(const Timing&, const Timing&) = default;
};

nlohmann::ordered_json to_json(const Timing& timing);

struct UnreadableTiming : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Of what to_json() wrote. Throws UnreadableTiming.
Timing timing_from_json(std::string_view text);

}  // namespace halo::grader::record
