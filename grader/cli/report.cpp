// Writes the reports again from the ledger, with today's course file; judges nothing.

#include <memory>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/course_files.hpp"
#include "cli/output.hpp"
#include "cli/published.hpp"
#include "course/manifest.hpp"
#include "judging/built.hpp"

namespace halo::grader::cli {
namespace {

struct ReportArguments {
    std::filesystem::path out, manifest;
    CourseFiles files;
    Output output;
};

int run(ReportArguments& arguments)
{
    record::existing_ledger(arguments.out);
    arguments.files.complete(arguments.out);
    const course::Course course = arguments.files.read();
    const course::Manifest manifest = course::read_manifest(arguments.manifest);
    course.check(manifest.labs, judging::functions_if_built);
    record::Ledger ledger(arguments.out);
    arguments.files.remember(ledger);
    const gradebook::Published published = publish_reports(ledger, gradebook::make_table(ledger, course), gradebook::occasion_of("report", arguments.files.course, arguments.files.overrides), arguments.out, manifest.labs);
    arguments.output.say(to_text(published.changes));
    arguments.output.say(to_text(published, arguments.out));
    arguments.output.value("halo/report/1", to_json(published));
    return 0;
}

}  // namespace

Run declare_report(Options& options)
{
    auto arguments = std::make_shared<ReportArguments>();
    options.ledger(arguments->out).manifest(arguments->manifest);
    arguments->files.declare(options);
    arguments->output.declare(options);
    return [arguments] { return run(*arguments); };
}

}  // namespace halo::grader::cli
