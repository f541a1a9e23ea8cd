#pragma once
// All commands of `grader`. Each has its own file in this folder, a function and a row in commands.cpp.

#include <functional>
#include <span>

#include "cli/options.hpp"

namespace halo::grader::cli {

/// Wrong usage, and the grader's own fault. 0: it was done, however badly students fared.
constexpr int kUsage = 1, kFault = 2;

/// Called if its command was given; returns the exit code. Throws UsageError, or anything else for a fault of the grader.
using Run = std::function<int()>;

struct Command {
    const char* name;
    const char* summary;          ///< one line of `grader --help`; empty: no help shows it
    Run (*declare)(Options&);     ///< adds the options; what it returns owns their values
};

std::span<const Command> commands();

Run declare_run(Options& options);
Run declare_import(Options& options);
Run declare_export(Options& options);
Run declare_package(Options& options);
Run declare_similar(Options& options);
Run declare_doctor(Options& options);
Run declare_regrade(Options& options);
Run declare_report(Options& options);
Run declare_show(Options& options);
Run declare_history(Options& options);
Run declare_diff(Options& options);
Run declare_chunk(Options& options);
Run declare_clock(Options& options);

}  // namespace halo::grader::cli
