#pragma once
// A term in one folder: a run of this week's lab keeps the earlier ones in the reports.

#include <string>
#include <vector>

#include "record/run.hpp"

namespace halo::grader::judging {

/// Adds to `run` what `before` has of other labs: those that the course names (all, if it names none), for which somebody handed in a file, of a class of which anybody is in this run, too.
/// Whoever is in only one of the two has no file in the other. Returns the labs, in order.
std::vector<std::string> keep_earlier_labs(record::Run& run, const record::Run& before, const std::vector<std::string>& of_course);

}  // namespace halo::grader::judging
