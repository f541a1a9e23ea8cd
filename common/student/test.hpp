#pragma once
// The tests of a lab: running them, and keeping their result.

#include <string>
#include <vector>

#include "student/place.hpp"
#include "student/process.hpp"
#include "student/result.hpp"

namespace halo::student {

/// Keeps the result of the last run, and the day if it `counts` and passed: a run on a GPU alone does not pass a lab. The mistakes
/// of functions that pass begin at the first hint again.
/// A failure to save is reported, and does not stop the command.
void keep(const Place& place, const Result& result, bool counts);

/// Ends the command with this code; everything has been reported.
struct Done {
    int code;
};

/// A program of a lab.
struct Program {
    std::string path;
    std::string source;         ///< fingerprint() of the student's file in it
};

/// Builds KIND_STEM. Prints what the compiler says about the student's file, and keeps the result of a mistake; throws Done if
/// there is no program.
Program compiled(const Place& place, const std::string& kind);

/// Builds KIND_STEM, runs it with `arguments` and keeps its result. Returns the program's exit code.
int test(const Place& place, const std::string& kind, const std::vector<std::string>& arguments);

/// The same for a program that is already built; returns its output too.
Ended tested(const Place& place, const Program& program);

/// Where KIND_STEM is built.
std::string program_path(const Place& place, const std::string& kind);

/// Runs the tests again and prints how a wrong element came to its value: `at`, as in `2,14`, or the most telling one.
int explained(const Place& place, const std::string& at);

}  // namespace halo::student
