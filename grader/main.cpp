// grader: the command line. Everything else is in the library.

#include <malloc.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "course.hpp"
#include "doctor.hpp"
#include "errors.hpp"
#include "executor/card_task.hpp"
#include "executor/node.hpp"
#include "executor/shared_files.hpp"
#include "grade.hpp"
#include "import/import.hpp"
#include "ledger.hpp"
#include "report/reports.hpp"
#include "speed/class.hpp"
#include "speed/here.hpp"
#include "text.hpp"
#include "usage.hpp"

namespace {

using namespace halo;
using namespace halo::grader;

constexpr int kUsage = 1;
constexpr int kFault = 2;

struct Arguments {
    GradeOptions grade;
    download::ImportOptions import_;
    ClusterOptions cluster;
    std::string executor = "local";
    std::string spool, place;
    std::filesystem::path course = HALO_COURSE;
    bool no_sandbox = false;
    bool gpu = false;
    bool usage = false;
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

int time_on_node(const Arguments& arguments)
{
    const auto number = number_in(arguments.place);
    if (!number) throw UsageError({fmt::format("grader: {} is no task of a spool", arguments.place), "", "it is for the queue's tasks alone"});
    time_task(arguments.spool, *number);
    return 0;
}

int judge(const Arguments& arguments)
{
    const auto place = Place::from(arguments.place);
    if (!place) throw UsageError({fmt::format("grader: {} is no place in a spool", arguments.place), "", "it is for the queue's tasks alone"});
    judge_chunk(arguments.spool, *place);
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    // Each job is forked, which copies the page tables of all that the heap holds. glibc would keep the room of every large request and answer.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);

    CLI::App app{"Grades CUDA submissions on a machine without a GPU."};
    app.name("grader");
    app.require_subcommand(1);

    Arguments arguments;
    arguments.grade.manifest = arguments.import_.manifest = HALO_MANIFEST;

    CLI::App* grade = app.add_subcommand("run", "Grade a folder of submissions");
    grade->add_option("SUBMISSIONS", arguments.grade.submissions, "Folder with one folder per student")->required();
    grade->add_option("--out", arguments.grade.out, "Folder for the ledger and the reports")->required();
    grade->add_option("--lab", arguments.grade.labs, "Only this lab: 07, conv2d_tiled or 07_conv2d_tiled; may be repeated [those of the course]")
        ->allow_extra_args(false);
    grade->add_option("--jobs", arguments.grade.jobs, "Submissions judged at the same time [twice the number of cores]; with slurm: tasks [as many as fit]")
        ->check(CLI::Range(1, 1024));
    grade->add_option("--course", arguments.course, "Labs, points and credit [the course.toml of this workbook]");
    grade->add_option("--rejudge", arguments.grade.rejudge, "Judge this student's files again; the new verdict counts, the old one is kept; may be repeated")
        ->allow_extra_args(false);
    grade->add_flag("--gpu", arguments.gpu, "Also time what passes, on this machine's NVIDIA card, or with slurm on that of a node; needs: ninja -C build grading-gpu");
    grade->add_flag("--usage", arguments.usage, "Also print the processor time and the peak memory of each stage");
    grade->add_flag("--only-cu-file", arguments.grade.intake.only_cu_file, "Accept a folder's only .cu file whatever its name");
    grade->add_flag("--no-sandbox", arguments.no_sandbox, "Run submissions with your own rights. For your own code only");
    grade->add_option("--seed", arguments.grade.seed, "For a new ledger: use the inputs of an earlier one again [random, secret]");
    grade->add_option("--bwrap", arguments.grade.policy.bwrap, "Which bubblewrap to use [/usr/bin/bwrap]");
    grade->add_option("--manifest", arguments.grade.manifest, "Which build of the labs to use [this one]");
    grade->add_option("--executor", arguments.executor, "Where submissions are judged: local, this machine; slurm, a cluster's nodes [local]")
        ->check(CLI::IsMember({"local", "slurm"}));
    grade->add_option("--chunk", arguments.cluster.how.chunk, "With slurm: submissions in a task of the queue, at most [20]")->check(CLI::Range(1, 10000));
    grade->add_option("--slurm-args", arguments.cluster.sbatch, "With slurm: more options for sbatch, as --slurm-args=--partition=teaching; may be repeated")
        ->allow_extra_args(false);
    grade->add_option("--slurm-card-args", arguments.cluster.card_sbatch, "With slurm and --gpu: the same for the task with a card, instead of --slurm-args")
        ->allow_extra_args(false);
    grade->add_option("--spool", arguments.cluster.spool, "With slurm: a folder that all nodes see, for chunks and results [spool, in --out]");
    // For tests, which cannot wait as long as people can.
    grade->add_option("--poll", arguments.cluster.how.poll_s)->group("");
    grade->add_option("--patience", arguments.cluster.how.patience_s)->group("");
    grade->add_option("--grace", arguments.cluster.how.grace_s)->group("");
    CLI::App* chunk = app.add_subcommand("chunk", "What a task of the queue runs")->group("");
    chunk->add_option("SPOOL", arguments.spool)->required();
    chunk->add_option("PLACE", arguments.place)->required();
    CLI::App* clock = app.add_subcommand("clock", "What a task of the queue with a card runs")->group("");
    clock->add_option("SPOOL", arguments.spool)->required();
    clock->add_option("NUMBER", arguments.place)->required();
    CLI::App* import_ = app.add_subcommand("import", "Turn what an LMS lets you download into a folder to grade");
    import_->add_option("DOWNLOAD", arguments.import_.downloads,
                        "An archive or folder from Canvas, Moodle, Gradescope or Blackboard, one with a folder or archive per student, or a list of repositories, name,url in a .csv; may be repeated")
        ->required();
    import_->add_option("--to", arguments.import_.to, "The folder to make, for grader run")->required();
    import_->add_option("--roster", arguments.import_.roster, "Who belongs to the course: a CSV file with the columns id,name,mail,section, or an LMS's gradebook");
    import_->add_option("--report", arguments.import_.report, "Also write every file and its reason to this .csv or .json file");
    import_->add_option("--lab", arguments.import_.labs, "Only this lab: 07, conv2d_tiled or 07_conv2d_tiled; may be repeated [all]")->allow_extra_args(false);
    import_->add_flag("--only-cu-file", arguments.import_.only_cu_file, "Accept somebody's only .cu file whatever its name, for the one lab or in that lab's folder");
    import_->add_flag("--replace", arguments.import_.replace, "If the folder is there with other content, move it aside");
    import_->add_option("--manifest", arguments.import_.manifest, "Which build of the labs to use [this one]");
    CLI::App* doctor = app.add_subcommand("doctor", "Can this machine grade? If not, how to fix it");
    app.footer("Exit code 0: everything was graded, however badly. 1: wrong usage. 2: the grader's own fault.");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        fmt::print(stderr, "grader: {}\n  try:   grader{} --help\n", error.what(), grade->parsed() ? " run" : import_->parsed() ? " import" : "");
        return kUsage;
    }

    try {
        if (doctor->parsed()) return print_doctor(std::cout);
        if (import_->parsed()) return download::import_command(arguments.import_);
        if (chunk->parsed()) return judge(arguments);
        if (clock->parsed()) return time_on_node(arguments);
        return run(arguments);
    } catch (const UsageError& error) {
        fmt::print(stderr, "{}\n", error.what());
        return kUsage;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return kFault;
    }
}
