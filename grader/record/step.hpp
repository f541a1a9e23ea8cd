#pragma once
// How points come about, a line at a time. Reports show these lines; no report computes points.

#include <string>
#include <vector>

namespace halo::grader::record {

/// `2 days late: 10 % a day` and what that changes.
struct Step {
    /// Who is responsible for the change.
    enum class Why { verdict, reuse, leak, tests, speed, predictions, late, extra, dropped, by_hand };
    Why why = Why::verdict;
    std::string what;
    double change = 0;      ///< in points; the sum of all steps is what was earned
};

using Steps = std::vector<Step>;

inline double sum(const Steps& steps)
{
    double points = 0;
    for (const Step& step : steps) points += step.change;
    return points;
}

}  // namespace halo::grader::record
