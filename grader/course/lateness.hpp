#pragma once
// When something was handed in, and when it was due.

#include <optional>
#include <string>

namespace halo::grader::course {

/// What an LMS that gives no time says of a submission.
enum class LmsMark { none, in_time, late };

/// Of one student and one lab.
struct Lateness {
    std::string due = {};            ///< UTC, 2026-03-01T22:59:59Z; empty: the course has no deadline for it
    std::string handed_in = {};      ///< UTC; empty: unknown
    std::string source = {};         ///< where the time comes from: `submissions.zip`, `times.csv`, `file`
    std::string extension = {};      ///< why this person's deadline is another one; empty: it is not
    double days_late = 0;            ///< 0: in time
    int grace_days = 0;              ///< taken for it
    bool ahead = false;              ///< it was not yet due when the run began
    LmsMark mark = LmsMark::none;
    std::string due_on_clock = {}, handed_in_on_clock = {};     ///< the same for people, on the course's clock: 2026-03-01 23:59 CET
    bool late() const { return days_late > 0; }
    /// There is a deadline, and nothing says whether it was kept.
    bool unknown() const { return !due.empty() && handed_in.empty() && mark == LmsMark::none; }
};

}  // namespace halo::grader::course
