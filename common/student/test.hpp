#pragma once
// The tests of a lab: running them, and keeping what they found.

#include <string>
#include <vector>

#include "student/place.hpp"
#include "student/process.hpp"
#include "student/result.hpp"

namespace halo::student {

/// Keeps the result of the last run, and the day if it `counts` and passed: a run on a card alone does not pass a lab.
/// A failure to keep is reported, and is no reason to stop.
void keep(const Place& place, const Result& result, bool counts);

/// The command ends with this code; everything is said.
struct Done {
    int code;
};

/// Builds KIND_STEM and returns its path. Prints what the compiler says about the student's file, and keeps the result of a
/// mistake; throws Done if there is no program.
std::string compiled(const Place& place, const std::string& kind);

/// Builds KIND_STEM, runs it with `arguments` and keeps what it found. The exit code of the program.
int test(const Place& place, const std::string& kind, const std::vector<std::string>& arguments);

/// The same for a program that is built, and what it prints.
Ended tested(const Place& place, const std::string& program);

/// Counters beside the formula, and beside the numbers of prediction.toml if there is one.
int profile(const Place& place, const std::vector<std::string>& arguments);

}  // namespace halo::student
