#pragma once
// How many points a time earns, on top of the verdict's.

#include "record/timing.hpp"

namespace halo::grader::course {

/// From course.toml: `{ points = 5, over = "copy", from = 0.5, full = 0.95, steps = 5 }`.
struct SpeedCredit {
    enum class Over { copy, basic } over = Over::copy;   ///< the share of a copy's rate, or the speedup over the basic kernel
    double points = 0;                   ///< at `full` and above
    double from = 0;                     ///< here and below: none
    double full = 1;
    int steps = 5;                       ///< equal ones, between the two
};

/// A step is reached if the upper end of the interval is at most three hundredths below it. 0 unless the time stands and is plausible.
double earned(const SpeedCredit& credit, const record::Timing& timing);

/// Would another contest perhaps decide differently about a step? Ten of one kernel are up to three hundredths apart, whatever the intervals within each: its arrays
/// lie elsewhere in the card's memory. The mean of several is surer.
bool in_doubt(const SpeedCredit& credit, const record::Timing& timing);

}  // namespace halo::grader::course
