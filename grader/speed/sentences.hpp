#pragma once
// How reports say what is known about a function's speed.

#include <string>
#include <vector>

#include "record/timing.hpp"

namespace halo::grader::speed {

/// `no card`, for people.
std::string words(record::Pace pace);

enum class Intervals { left_out, shown };

/// For a cell: `0.532 ms  7.02×  95 %`, or `7.02× (6.90 to 7.10)` with the speedup's interval; `no card`, `undecided`.
std::string brief(const record::Timing& timing, Intervals intervals = Intervals::left_out);

/// A line each: time, share of a copy's rate, speedup over the basic kernel and over the solution, with intervals; where, and why not.
std::vector<std::string> sentences(const record::Timing& timing);

}  // namespace halo::grader::speed
