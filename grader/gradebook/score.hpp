#pragma once
// What a course's rules make of the points that verdicts, speed and predictions have earned.

#include "course/course.hpp"
#include "gradebook/table.hpp"

namespace halo::grader::gradebook {

/// Adds steps, in this order: lateness of each lab; points by hand of functions, then of labs; which labs do not count; points by hand of the total. So what somebody writes by hand
/// is what the student gets. Expects cells with their own steps, and LabCells::late with what is known of the time. What is due is so at the start of the run. A pure function of the two: no clock, no file.
/// Throws UsageError, with file, line and the nearest name, for an extension or a row by hand of a student who is not in the table, or of a function that its lab does not have. Rows about labs that are not in it are passed over.
void score(Table& table, const course::Course& course);

}  // namespace halo::grader::gradebook
