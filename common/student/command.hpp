#pragma once
// What is around each command: its words, its place, Ctrl-C, and what is reported of a failure.

#include <string>
#include <vector>

#include "student/arguments.hpp"
#include "student/place.hpp"

namespace halo::student {

/// One of `verbs`, from the command line to the exit code. 0: passed or shown; 1: the next step is the student's; 2: a fault of the workbook.
int run_command(int argc, char** argv, const std::vector<Verb>& verbs, int (*run_verb)(const Arguments&));

/// Where it was called, with the build folder that `--build` names, or else the one that this program is in.
Place place_of(const Arguments& arguments);

/// `--order=…` for a lab's program, if it is given.
std::vector<std::string> order(const Arguments& arguments);

}  // namespace halo::student
