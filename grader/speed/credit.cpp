#include "speed/credit.hpp"

namespace halo::grader {

double earned(const SpeedCredit& credit, const Timing& timing)
{
    constexpr double kInDoubt = 0.97;                   // ten series of one submission lie within a hundredth of each other
    const std::optional<Range>& reached = credit.over == SpeedCredit::Over::copy ? timing.of_copy : timing.speedup;
    if (timing.pace != Pace::timed || !reached) return 0;
    int step = 0;
    while (step < credit.steps && reached->high >= kInDoubt * (credit.from + (credit.full - credit.from) * (step + 1) / credit.steps)) ++step;
    return credit.points * step / credit.steps;
}

}  // namespace halo::grader
