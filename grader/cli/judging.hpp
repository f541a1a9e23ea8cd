#pragma once
// The options of all commands that judge.

#include "cli/output.hpp"
#include "course.hpp"
#include "judge_all.hpp"

namespace halo::grader::cli {

struct JudgingArguments {
    ClusterOptions cluster;
    std::string executor = "local";
    std::filesystem::path course = HALO_COURSE;
    bool no_sandbox = false;
    bool usage = false;
    Output output;
};

void declare_judging(Options& options, JudgeOptions& judge, JudgingArguments& arguments);

/// Completes `judge`, and says on stderr what is missing on this machine. False: nothing can be judged here.
bool prepare(JudgeOptions& judge, const JudgingArguments& arguments, const Course& course);

/// Tells of functions that were not judged; returns the exit code.
int exit_code(std::size_t faults);

}  // namespace halo::grader::cli
