#pragma once
// How many points a time earns, on top of the verdict's.

#include "speed/timing.hpp"

namespace halo::grader {

/// From course.toml: `{ points = 5, over = "copy", from = 0.5, full = 0.95, steps = 5 }`.
struct SpeedCredit {
    enum class Over { copy, basic } over = Over::copy;   ///< the share of a copy's rate, or the speedup over the basic kernel
    double points = 0;                   ///< at `full` and above
    double from = 0;                     ///< here and below: none
    double full = 1;
    int steps = 5;                       ///< equal ones, between the two
};

/// A step is reached if the upper end of the interval is at most three hundredths below it. So a time on the edge of a step gets it, and noise has no say unless
/// the function is that much slower. 0 unless the time stands and is plausible.
double earned(const SpeedCredit& credit, const Timing& timing);

}  // namespace halo::grader
