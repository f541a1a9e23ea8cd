// Grades: judges what is new, and writes the reports.

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arrival/who_and_when.hpp"
#include "cli/commands.hpp"
#include "cli/judging.hpp"
#include "cli/published.hpp"
#include "course/course.hpp"
#include "gradebook/publish.hpp"
#include "judging/class.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"
#include "record/ledger.hpp"
#include "report/reports.hpp"
#include "sandbox/usage.hpp"
#include "speed/card_task.hpp"
#include "speed/class.hpp"
#include "speed/here.hpp"

namespace halo::grader::cli {
namespace {

struct RunArguments : JudgingArguments {
    judging::GradeOptions grade;
    arrival::WhoAndWhen from;
    bool gpu = false;
    std::string student_user;
};

std::size_t terminal_width()
{
    winsize size{};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20) return size.ws_col;
    return 120;
}

/// How close passed submissions come to the closed form: one line per function that has one.
std::string reuse_lines(const gradebook::Table& table)
{
    std::string out;
    for (std::size_t l = 0; l < table.run.labs.size(); ++l)
        for (std::size_t f = 0; f < table.run.labs[l].functions.size(); ++f)
            for (const gradebook::Row& row : table.rows) {
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

void print_results(const gradebook::Table& table, const judging::Graded& graded, const std::filesystem::path& out)
{
    fmt::print("{}\n", report::terminal(table, terminal_width()));
    fmt::print("{}", reuse_lines(table));
    fmt::print("{} verdicts, {} passed; {} judged in {:.1f} s, {} known from before\n", table.cells(),
               table.count(Verdict::passed), graded.judged, graded.seconds, graded.known);
    fmt::print("{}: index.html, results.csv, gradebook.csv, predictions.csv, results.json, feedback/, students/\n", (out / "").parent_path().string());
}

/// Old verdict, new verdict and reason, one line for each function judged again.
void print_rejudged(const judging::Graded& graded, record::Ledger& ledger)
{
    for (const judging::Rejudged& r : graded.rejudged) {
        const auto now = ledger.verdict(r.key);
        if (!now) continue;
        fmt::print("judged again: {} {} {}: {} before, {} now{}\n", r.student, r.key.lab, r.key.function, words(r.before.verdict),
                   words(now->verdict), now->message.headline.empty() ? "" : "; " + now->message.headline);
    }
}

nlohmann::ordered_json summary(const gradebook::Table& table, const judging::Graded& graded, const gradebook::Published& published)
{
    nlohmann::ordered_json verdicts = nlohmann::ordered_json::object();
    for (int v = 0; v <= int(Verdict::passed); ++v)
        if (const std::size_t count = table.count(Verdict(v))) verdicts[std::string(name(Verdict(v)))] = count;
    nlohmann::ordered_json all{{"students", table.rows.size()}, {"verdicts", std::move(verdicts)}, {"judged", graded.judged}, {"known", graded.known}, {"faults", graded.faults}};
    all.update(to_json(published));
    return all;
}

void print_timed(const speed::TimedClass& timed)
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

int run(RunArguments& arguments)
{
    judging::GradeOptions& options = arguments.grade;
    if (!arguments.student_user.empty()) {
        options.confinement.user = sandbox::user_by_name(arguments.student_user);
        if (!options.confinement.user)
            throw UsageError({fmt::format("grader: submissions cannot run as {}", arguments.student_user), "there is no such user, or it is root", "useradd --system " + arguments.student_user});
    }
    arguments.files.complete(options.out);
    const course::Course course = arguments.files.read();
    if (!std::filesystem::is_directory(options.submissions))
        throw UsageError({fmt::format("grader: {} is not a folder", options.submissions.string()), "",
                          "name the folder that holds one folder per student"});
    if (options.labs.empty()) options.labs = course.labs;
    options.of_course = course.labs;
    options.complete = [&](arrival::Intake& intake) {
        arrival::add_who_and_when(intake, options.submissions, arguments.from, options.manifest.labs, course.deadlines);
        const std::vector<std::string> notes = course.check_people(course::Roll(intake.students, intake.people));
        if (!course.deadlines.of.empty()) intake.notes.insert(intake.notes.end(), notes.begin(), notes.end());
    };
    if (!prepare(options, arguments, course)) return kFault;

    std::error_code error;
    // What is in it is for the instructor alone; a folder that is there keeps its mode.
    if (std::filesystem::create_directories(options.out, error)) std::filesystem::permissions(options.out, std::filesystem::perms::owner_all, error);
    if (error)
        throw UsageError({fmt::format("grader: {} cannot be created: {}", options.out.string(), error.message()), "",
                          "choose another folder with --out"});

    record::Ledger ledger(options.out, options.seed);
    const judging::Graded graded = judging::grade(options, ledger);
    std::optional<speed::TimedClass> timed;
    if (arguments.gpu)
        timed = speed::time_class(options, course, ledger, [&](const speed::TimingRequest& request, const speed::TakeTiming& take) {
            return options.cluster ? speed::time_on_cluster(*options.cluster, request, take) : speed::time_here(request, take);
        });
    const gradebook::Table table = gradebook::make_table(ledger, course, gradebook::grades_of(ledger, *ledger.latest_run()));
    arguments.files.remember(ledger);
    const gradebook::Published published = publish_reports(ledger, table, gradebook::occasion_of("run", arguments.files.course, arguments.files.overrides), options.out, options.manifest.labs);
    if (!arguments.output.quiet && !arguments.output.json) {
        print_results(table, graded, options.out);
        print_rejudged(graded, ledger);
        if (timed) print_timed(*timed);
    }
    arguments.output.say(to_text(published, options.out));
    arguments.output.value("halo/run/1", summary(table, graded, published));
    if (arguments.usage && !arguments.output.json) fmt::print("\n{}", sandbox::usage().table());
    return exit_code(graded.faults);
}

}  // namespace

Run declare_run(Options& options)
{
    auto arguments = std::make_shared<RunArguments>();
    judging::GradeOptions& grade = arguments->grade;
    options.path("SUBMISSIONS", grade.submissions, "Folder with one folder per student")
        .required()
        .path("--out", grade.out, "Folder for the ledger and the reports")
        .required()
        .labs(grade.labs, "those of the course")
        .path("--times", arguments->from.times, "When each was handed in: a CSV file with the columns student, lab and at [as grader import knows]")
        .path("--roster", arguments->from.roster, "Who is who: a CSV file with the columns id,name,mail,section [as grader import knows]")
        .texts("--rejudge", grade.rejudge, "Judge this student's files again; the new verdict counts, the old one is kept; may be repeated")
        .flag("--gpu", arguments->gpu, "Also time what passes, on this machine's NVIDIA card, or with slurm on that of a node; needs: ninja -C build grading-gpu")
        .flag("--only-cu-file", grade.intake.only_cu_file, "Accept a folder's only .cu file whatever its name")
        .text("--student-user", arguments->student_user, "As root: the user that submissions run as, also without a sandbox [with one: nobody]")
        .seed("--seed", grade.seed, "For a new ledger: use the inputs of an earlier one again [random, secret]")
        .texts("--slurm-card-args", arguments->cluster.card_sbatch, "With slurm and --gpu: as --slurm-args, for the task with a card, instead of those");
    declare_judging(options, grade, *arguments);
    return [arguments] { return run(*arguments); };
}

}  // namespace halo::grader::cli
