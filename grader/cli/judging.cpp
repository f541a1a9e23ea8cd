#include "cli/judging.hpp"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "course/manifest.hpp"
#include "judging/built.hpp"
#include "judging/lab.hpp"

namespace halo::grader::cli {

void declare_judging(Options& options, judging::JudgeOptions& judge, JudgingArguments& arguments)
{
    judging::ClusterOptions& cluster = arguments.cluster;
    options.number("--jobs", judge.jobs, 1, 1024, "Submissions judged at the same time [twice the number of cores]; with slurm: tasks [as many as fit]")
        .flag("--usage", arguments.usage, "Also print the processor time and the peak memory of each stage")
        .flag("--no-sandbox", arguments.no_sandbox, "Run submissions with your own rights. For your own code only")
        .path("--bwrap", judge.confinement.bwrap, "Which bubblewrap to use [/usr/bin/bwrap]")
        .manifest(arguments.manifest)
        .choice("--executor", arguments.executor, {"local", "slurm"}, "Where submissions are judged: local, this machine; slurm, a cluster's nodes [local]")
        .number("--chunk", cluster.how.chunk, 1, 10000, "With slurm: submissions in a task of the queue, at most [20]")
        .texts("--slurm-args", cluster.sbatch, "With slurm: more options for sbatch, as --slurm-args=--partition=teaching; may be repeated")
        .path("--spool", cluster.spool, "With slurm: a folder that all nodes see, for chunks and results [spool, in --out]");
    arguments.files.declare(options);
    arguments.output.declare(options);
    // For tests, which cannot wait as long as people can.
    options.seconds("--poll", cluster.how.poll_s, "").hidden().seconds("--patience", cluster.how.patience_s, "").hidden().seconds("--grace", cluster.how.grace_s, "").hidden();
}

bool prepare(judging::JudgeOptions& judge, const JudgingArguments& arguments, const course::Course& course)
{
    judge.confinement.sandboxed = !arguments.no_sandbox;
    judge.settings.sandboxed = !arguments.no_sandbox;
    judge.progress = isatty(STDERR_FILENO) && !arguments.output.quiet;
    judge.settings.compile_cpu_s = course.compile_cpu_s.value_or(judge.settings.compile_cpu_s);
    judge.settings.run_cpu_s = course.run_cpu_s.value_or(judge.settings.run_cpu_s);
    judge.settings.compile_memory_mib = course.compile_memory_mib.value_or(judge.settings.compile_memory_mib);
    judge.settings.run_memory_mib = course.run_memory_mib.value_or(judge.settings.run_memory_mib);
    judge.manifest = course::read_manifest(arguments.manifest);
    // A platform's package builds one lab of the course; what is said of the others was checked where the package was made.
    course.check(judge.manifest.labs, judging::functions_if_built);
    for (const course::LabBuild& lab : judge.manifest.labs) {
        const course::TestsOfLab& tests = course.tests(lab.lab);
        if (!tests.any() || !judging::is_built(lab)) continue;
        tests.check(lab.lab, judging::tests_of(lab, tests.text()), [&](const std::string& function) { return course.max_points(lab.lab, function); });
        if (!tests.added.empty()) judge.tests[lab.lab] = tests.text();
    }
    if (arguments.executor == "slurm") {
        judge.cluster = arguments.cluster;
        judge.cluster->at_once = judge.jobs;
        if (judge.cluster->spool.empty()) judge.cluster->spool = judge.out / "spool";
    }
    // On a cluster the nodes need a sandbox, and say so themselves.
    if (const std::string reason = judge.cluster ? "" : sandbox::why_not(judge.confinement); !reason.empty()) {
        fmt::print(stderr, "{}\n", reason);
        return false;
    }
    if (const std::string warning = sandbox::warning(judge.confinement); !warning.empty()) fmt::print(stderr, "{}\n", warning);
    return true;
}

int exit_code(std::size_t faults)
{
    if (faults == 0) return 0;
    fmt::print(stderr, "grader: {} verdicts could not be reached because of a fault of the grader; they cost no points\n"
                       "  try:   grader doctor, then run again: only these are judged\n", faults);
    return kFault;
}

}  // namespace halo::grader::cli
