// Grades: judges what is new, and writes the reports.

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "course.hpp"
#include "errors.hpp"
#include "executor/card_task.hpp"
#include "grade.hpp"
#include "ledger.hpp"
#include "report/reports.hpp"
#include "speed/class.hpp"
#include "speed/here.hpp"
#include "text.hpp"
#include "usage.hpp"

namespace halo::grader::cli {
namespace {

struct Arguments {
    GradeOptions grade;
    ClusterOptions cluster;
    std::string executor = "local";
    std::filesystem::path course = HALO_COURSE;
    bool no_sandbox = false;
    bool gpu = false;
    bool usage = false;
    std::string student_user;
};

std::size_t terminal_width()
{
    winsize size{};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20) return size.ws_col;
    return 120;
}

/// How close passed submissions come to the closed form: one line per function that has one.
std::string reuse_lines(const report::Table& table)
{
    std::string out;
    for (std::size_t l = 0; l < table.run.labs.size(); ++l)
        for (std::size_t f = 0; f < table.run.labs[l].functions.size(); ++f)
            for (const report::Row& row : table.rows) {
                const Judgement& j = row.labs[l].cells[f].judgement;
                if (j.verdict != Verdict::passed || !j.reuse_ratio || !j.expected_reuse_ratio) continue;
                out += fmt::format("reuse ratio of {}, {}: {:.3f} measured, {:.3f} exact, edges included", j.function,
                                   row.student, *j.reuse_ratio, *j.expected_reuse_ratio);
                if (j.interior_reuse_ratio) out += fmt::format(", {:.3f} interior tiles (closed form)", *j.interior_reuse_ratio);
                out += '\n';
                break;
            }
    if (!out.empty()) out += "  (load instructions saved, not bytes of DRAM)\n";
    return out;
}

void print_results(const report::Table& table, const Graded& graded, const std::filesystem::path& out)
{
    fmt::print("{}\n", report::terminal(table, terminal_width()));
    fmt::print("{}", reuse_lines(table));
    fmt::print("{} verdicts, {} passed; {} judged in {:.1f} s, {} known from before\n", table.cells(),
               table.count(Verdict::passed), graded.judged, graded.seconds, graded.known);
    fmt::print("{}: index.html, results.csv, gradebook.csv, predictions.csv, results.json\n", (out / "").parent_path().string());
}

/// Old verdict, new verdict and reason, one line for each function judged again.
void print_rejudged(const Graded& graded, Ledger& ledger)
{
    for (const Rejudged& r : graded.rejudged) {
        const auto now = ledger.verdict(r.key);
        if (!now) continue;
        fmt::print("judged again: {} {} {}: {} before, {} now{}\n", r.student, r.key.lab, r.key.function, words(r.before.verdict),
                   words(now->verdict), now->message.headline.empty() ? "" : "; " + now->message.headline);
    }
}

void print_timed(const TimedClass& timed)
{
    std::fflush(stdout);                            // what follows is on stderr, too
    if (timed.card.empty()) {
        fmt::print(stderr, "{}\n", text(timed.why));
        return;
    }
    if (!timed.note.empty()) fmt::print("{}\n", timed.note);
    fmt::print("on an {}: {} functions timed in {:.1f} s, {} known from before\n", timed.card, timed.timed - timed.without, timed.seconds, timed.known);
    if (timed.without > 0) fmt::print(stderr, "grader: {} have no time, which costs no point; the last: {}\n", timed.without, text(timed.why));
}

int run(Arguments& arguments)
{
    GradeOptions& options = arguments.grade;
    options.policy.sandboxed = !arguments.no_sandbox;
    options.settings.sandboxed = !arguments.no_sandbox;
    options.progress = isatty(STDERR_FILENO);
    if (!arguments.student_user.empty()) {
        options.policy.user = sandbox::user_by_name(arguments.student_user);
        if (!options.policy.user)
            throw UsageError({fmt::format("grader: submissions cannot run as {}", arguments.student_user), "there is no such user, or it is root", "useradd --system " + arguments.student_user});
    }

    const Course course = read_course(arguments.course);
    options.settings.compile_cpu_s = course.compile_cpu_s.value_or(options.settings.compile_cpu_s);
    options.settings.run_cpu_s = course.run_cpu_s.value_or(options.settings.run_cpu_s);
    if (options.labs.empty()) options.labs = course.labs;
    if (course.gives_speed_credit())
        for (const LabBuild& lab : read_manifest(options.manifest).select(options.labs)) course.check_names(lab.lab, functions_of(lab));
    for (const LabBuild& lab : read_manifest(options.manifest).select(options.labs)) course.check_questions(lab.lab, lab.questions.size());
    if (!std::filesystem::is_directory(options.submissions))
        throw UsageError({fmt::format("grader: {} is not a folder", options.submissions.string()), "",
                          "name the folder that holds one folder per student"});
    if (arguments.executor == "slurm") {
        options.cluster = arguments.cluster;
        options.cluster->at_once = options.jobs;
        if (options.cluster->spool.empty()) options.cluster->spool = options.out / "spool";
    }
    // On a cluster the nodes need a sandbox, and say so themselves.
    if (const std::string reason = options.cluster ? "" : sandbox::why_not(options.policy); !reason.empty()) {
        fmt::print(stderr, "{}\n", reason);
        return kFault;
    }
    if (const std::string warning = sandbox::warning(options.policy); !warning.empty()) fmt::print(stderr, "{}\n", warning);

    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    if (error)
        throw UsageError({fmt::format("grader: {} cannot be created: {}", options.out.string(), error.message()), "",
                          "choose another folder with --out"});

    Ledger ledger(options.out, options.seed);
    const Graded graded = grade(options, ledger);
    std::optional<TimedClass> timed;
    if (arguments.gpu)
        timed = time_class(options, course, ledger, [&](const TimingRequest& request, const TakeTiming& take) {
            return options.cluster ? time_on_cluster(*options.cluster, request, take) : time_here(request, take);
        });
    const report::Table table = report::make_table(ledger, course);
    report::write_all(table, options.out);
    print_results(table, graded, options.out);
    print_rejudged(graded, ledger);
    if (timed) print_timed(*timed);
    if (arguments.usage) fmt::print("\n{}", usage().table());

    if (graded.faults == 0) return 0;
    fmt::print(stderr, "grader: {} verdicts could not be reached because of a fault of the grader; they cost no points\n"
                       "  try:   grader doctor, then run again: only these are judged\n", graded.faults);
    return kFault;
}

}  // namespace

Run declare_run(Options& options)
{
    auto arguments = std::make_shared<Arguments>();
    GradeOptions& grade = arguments->grade;
    ClusterOptions& cluster = arguments->cluster;
    grade.manifest = HALO_MANIFEST;
    options.path("SUBMISSIONS", grade.submissions, "Folder with one folder per student")
        .required()
        .path("--out", grade.out, "Folder for the ledger and the reports")
        .required()
        .texts("--lab", grade.labs, "Only this lab: 07, conv2d_tiled or 07_conv2d_tiled; may be repeated [those of the course]")
        .number("--jobs", grade.jobs, 1, 1024, "Submissions judged at the same time [twice the number of cores]; with slurm: tasks [as many as fit]")
        .path("--course", arguments->course, "Labs, points and credit [the course.toml of this workbook]")
        .texts("--rejudge", grade.rejudge, "Judge this student's files again; the new verdict counts, the old one is kept; may be repeated")
        .flag("--gpu", arguments->gpu, "Also time what passes, on this machine's NVIDIA card, or with slurm on that of a node; needs: ninja -C build grading-gpu")
        .flag("--usage", arguments->usage, "Also print the processor time and the peak memory of each stage")
        .flag("--only-cu-file", grade.intake.only_cu_file, "Accept a folder's only .cu file whatever its name")
        .flag("--no-sandbox", arguments->no_sandbox, "Run submissions with your own rights. For your own code only")
        .text("--student-user", arguments->student_user, "As root: the user that submissions run as, also without a sandbox [with one: nobody]")
        .seed("--seed", grade.seed, "For a new ledger: use the inputs of an earlier one again [random, secret]")
        .path("--bwrap", grade.policy.bwrap, "Which bubblewrap to use [/usr/bin/bwrap]")
        .path("--manifest", grade.manifest, "Which build of the labs to use [this one]")
        .choice("--executor", arguments->executor, {"local", "slurm"}, "Where submissions are judged: local, this machine; slurm, a cluster's nodes [local]")
        .number("--chunk", cluster.how.chunk, 1, 10000, "With slurm: submissions in a task of the queue, at most [20]")
        .texts("--slurm-args", cluster.sbatch, "With slurm: more options for sbatch, as --slurm-args=--partition=teaching; may be repeated")
        .texts("--slurm-card-args", cluster.card_sbatch, "With slurm and --gpu: the same for the task with a card, instead of --slurm-args")
        .path("--spool", cluster.spool, "With slurm: a folder that all nodes see, for chunks and results [spool, in --out]");
    // For tests, which cannot wait as long as people can.
    options.seconds("--poll", cluster.how.poll_s, "").hidden().seconds("--patience", cluster.how.patience_s, "").hidden().seconds("--grace", cluster.how.grace_s, "").hidden();
    return [arguments] { return run(*arguments); };
}

}  // namespace halo::grader::cli
