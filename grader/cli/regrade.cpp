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
    gradebook::RegradeOptions regrade;
    bool dry_run = false;
};

/// The options that say what is regraded, for the history.
std::string command_of(const gradebook::RegradeOptions& options)
{
    std::string command = "regrade";
    for (const std::string& student : options.students) command += " --student " + student;
    for (const std::string& lab : options.labs) command += " --lab " + lab;
    if (options.rejudge) command += " --rejudge";
    return command;
}

/// What the reports say now. A ledger from before revisions were kept gets its first one, of its latest run.
record::Revision reported(record::Ledger& ledger, const course::Course& course, const RegradeArguments& arguments)
{
    if (auto latest = ledger.latest_revision()) return *std::move(latest);
    const gradebook::Grades grades = gradebook::latest_grades(ledger);
    record::Revision first = gradebook::revision_of(gradebook::make_table(ledger, course, grades), gradebook::occasion_of("run", arguments.files.course, arguments.files.overrides));
    first.at = grades.run.started;
    if (!arguments.dry_run) first.number = ledger.add_revision(first);
    return first;
}

void warn(const gradebook::Regraded& regraded)
{
    if (!regraded.without_file.empty())
        fmt::print(stderr, "grader: files of {} students are not in the ledger; they keep their verdicts\n  where: an earlier grader did not keep them: {}\n"
                           "  try:   grader run SUBMISSIONS --out DIR\n", regraded.without_file.size(), fmt::join(regraded.without_file, ", "));
}

int run(RegradeArguments& arguments)
{
    gradebook::RegradeOptions& options = arguments.regrade;
    options.what_for = arguments.dry_run ? record::Judging::on_trial : record::Judging::for_good;
    record::existing_ledger(options.out);
    arguments.files.complete(options.out);
    const course::Course course = arguments.files.read();
    if (!prepare(options, arguments, course)) return kFault;
    record::Ledger ledger(options.out);
    const record::Revision before = reported(ledger, course, arguments);
    const gradebook::Regraded regraded = gradebook::regrade(options, ledger);
    warn(regraded);

    const gradebook::Table table = gradebook::make_table(ledger, course, regraded.grades);
    const record::Occasion occasion = gradebook::occasion_of(command_of(options), arguments.files.course, arguments.files.overrides);
    gradebook::Published published{before.number, before.number, gradebook::changes_between(before, gradebook::revision_of(table, occasion))};
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
    if (arguments.usage && !output.json) fmt::print("\n{}", sandbox::usage().table());
    return exit_code(regraded.faults);
}

}  // namespace

Run declare_regrade(Options& options)
{
    auto arguments = std::make_shared<RegradeArguments>();
    gradebook::RegradeOptions& regrade = arguments->regrade;
    options.ledger(regrade.out)
        .texts("--student", regrade.students, "Only this student; others keep their verdicts; may be repeated [all]")
        .labs(regrade.labs, "all that were graded")
        .flag("--rejudge", regrade.rejudge, "Judge again also what today's harness and settings have judged before")
        .flag("--dry-run", arguments->dry_run, "Show what would change, and change nothing");
    declare_judging(options, regrade, *arguments);
    return [arguments] { return run(*arguments); };
}

}  // namespace halo::grader::cli
