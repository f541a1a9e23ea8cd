#pragma once
// The options of all commands that judge.

#include "cli/course_files.hpp"
#include "cli/output.hpp"
#include "judging/files.hpp"

namespace halo::grader::cli {

struct JudgingArguments {
    judging::ClusterOptions cluster;
    std::filesystem::path manifest;
    std::string executor = "local";
    CourseFiles files;
    bool no_sandbox = false;
    bool usage = false;
    Output output;
};

void declare_judging(Options& options, judging::JudgeOptions& judge, JudgingArguments& arguments);

/// Completes `judge` with what the course says, and says on stderr what is missing on this machine. False: nothing can be judged here.
/// Throws UsageError if the course names a lab, function or test that there is not.
bool prepare(judging::JudgeOptions& judge, const JudgingArguments& arguments, const course::Course& course);

/// Reports functions that were not judged; returns the exit code.
int exit_code(std::size_t faults);

}  // namespace halo::grader::cli
