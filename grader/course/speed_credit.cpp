#include "course/speed_credit.hpp"

#include <cmath>

namespace halo::grader::course {
namespace {

/// What counts of a time; nothing unless it is believed.
std::optional<double> reached(const SpeedCredit& credit, const record::Timing& timing)
{
    const std::optional<record::Range>& range = credit.over == SpeedCredit::Over::copy ? timing.of_copy : timing.speedup;
    return timing.pace == record::Pace::timed && range ? std::optional(range->high) : std::nullopt;
}

/// From here on, step k of 1 to n.
double step_at(const SpeedCredit& credit, int k)
{
    constexpr double kInFavour = 0.97;
    return kInFavour * (credit.from + (credit.full - credit.from) * k / credit.steps);
}

}  // namespace

double earned(const SpeedCredit& credit, const record::Timing& timing)
{
    const auto value = reached(credit, timing);
    int step = 0;
    while (value && step < credit.steps && *value >= step_at(credit, step + 1)) ++step;
    return credit.points * step / credit.steps;
}

bool in_doubt(const SpeedCredit& credit, const record::Timing& timing)
{
    constexpr double kApart = 0.035;                    // four standard deviations of one contest, on an H200
    const auto value = reached(credit, timing);
    for (int k = 1; value && k <= credit.steps; ++k)
        if (std::abs(*value - step_at(credit, k)) < kApart * step_at(credit, k) / std::sqrt(double(timing.contests))) return true;
    return false;
}

}  // namespace halo::grader::course
