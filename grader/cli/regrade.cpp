// Judges again what a changed harness, changed limits or a doubt call for, from the ledger; and shows what that changes before it writes.

#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/judging.hpp"
#include "cli/published.hpp"
#include "gradebook/regrade.hpp"
#include "sandbox/usage.hpp"

namespace halo::grader::cli {
namespace {

struct RegradeArguments : JudgingArguments {
    RegradeOptions regrade;
    bool dry_run = false;
};

/// The options that say what is regraded, for the history.
std::string command_of(const RegradeOptions& options)
{
    std::string command = "regrade";
    for (const std::string& student : options.students) command += " --student " + student;
    for (const std::string& lab : options.labs) command += " --lab " + lab;
    if (options.rejudge) command += " --rejudge";
    return command;
}

/// What the reports say now. A ledger from before revisions were kept gets its first one, of its latest run.
Revision reported(Ledger& ledger, const Course& course, const RegradeArguments& arguments)
{
    if (auto latest = ledger.latest_revision()) return *std::move(latest);
    const Grades grades = latest_grades(ledger);
    Revision first = revision_of(report::make_table(ledger, course, grades), occasion_of("run", arguments.files.course, arguments.files.overrides));
    first.at = grades.run.started;
    if (!arguments.dry_run) first.number = ledger.add_revision(first);
    return first;
}

void warn(const Regraded& regraded)
{
    if (!regraded.without_file.empty())
        fmt::print(stderr, "grader: files of {} students are not in the ledger; they keep their verdicts\n  where: an earlier grader did not keep them: {}\n"
                           "  try:   grader run SUBMISSIONS --out DIR\n", regraded.without_file.size(), fmt::join(regraded.without_file, ", "));
}

int run(RegradeArguments& arguments)
{
    RegradeOptions& options = arguments.regrade;
    options.what_for = arguments.dry_run ? Judging::on_trial : Judging::for_good;
    existing_ledger(options.out);
    arguments.files.complete(options.out);
    const Course course = arguments.files.read();
    if (!prepare(options, arguments, course)) return kFault;
    Ledger ledger(options.out);
    const Revision before = reported(ledger, course, arguments);
    const Regraded regraded = regrade(options, ledger);
    warn(regraded);

    const report::Table table = report::make_table(ledger, course, regraded.grades);
    const Occasion occasion = occasion_of(command_of(options), arguments.files.course, arguments.files.overrides);
    Published published{before.number, before.number, changes_between(before, revision_of(table, occasion))};
    const Output& output = arguments.output;
    output.say(to_text(published.changes));
    output.say(fmt::format("{} judged in {:.1f} s, {} known from before\n", regraded.judged, regraded.seconds, regraded.known));
    std::fflush(stdout);
    if (!arguments.dry_run) {
        arguments.files.remember(ledger);
        published = publish_reports(ledger, table, occasion, options.out, options.manifest.labs);
        output.say(to_text(published, options.out));
    } else {
        output.say("a dry run: nothing was written to the reports, and no verdict counts\n");
    }
    nlohmann::ordered_json summary{{"dry_run", arguments.dry_run}, {"judged", regraded.judged}, {"known", regraded.known}, {"faults", regraded.faults}, {"without_file", regraded.without_file}};
    summary.update(to_json(published));
    output.value("halo/regrade/1", std::move(summary));
    if (arguments.usage && !output.json) fmt::print("\n{}", usage().table());
    return exit_code(regraded.faults);
}

}  // namespace

Run declare_regrade(Options& options)
{
    auto arguments = std::make_shared<RegradeArguments>();
    RegradeOptions& regrade = arguments->regrade;
    options.ledger(regrade.out)
        .texts("--student", regrade.students, "Only this student; others keep their verdicts; may be repeated [all]")
        .labs(regrade.labs, "all that were graded")
        .flag("--rejudge", regrade.rejudge, "Judge again also what today's harness and settings have judged before")
        .flag("--dry-run", arguments->dry_run, "Show what would change, and change nothing");
    declare_judging(options, regrade, *arguments);
    return [arguments] { return run(*arguments); };
}

}  // namespace halo::grader::cli
