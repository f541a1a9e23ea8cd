#pragma once
// How late each lab of a student is, how many grace days that takes, and what it costs.

#include "course/deadlines.hpp"
#include "gradebook/table.hpp"

namespace halo::grader::gradebook {

/// Fills in LabCells::late, and adds a step for each lab that is late and has points to lose. Grace days are taken in the order of the deadlines, then of the labs: as few as save the most
/// in that lab, and none where they save nothing. An unknown time costs nothing.
void add_lateness(Row& student, const course::Deadlines& deadlines, const course::Roll& roll, const std::optional<course::Instant>& now);

}  // namespace halo::grader::gradebook
