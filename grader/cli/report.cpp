// Writes the reports again from the ledger, with today's course file; judges nothing.

#include <memory>

#include <fmt/format.h>

#include "built.hpp"
#include "cli/commands.hpp"
#include "cli/course_files.hpp"
#include "cli/output.hpp"
#include "cli/published.hpp"
#include "manifest.hpp"
#include "report/hints.hpp"

namespace halo::grader::cli {
namespace {

struct Arguments {
    std::filesystem::path out, manifest;
    CourseFiles files;
    Output output;
};

int run(Arguments& arguments)
{
    existing_ledger(arguments.out);
    arguments.files.complete(arguments.out);
    const Course course = arguments.files.read();
    const Manifest manifest = read_manifest(arguments.manifest);
    course.check(manifest.labs, functions_if_built);
    Ledger ledger(arguments.out);
    arguments.files.remember(ledger);
    const Published published = publish(ledger, report::make_table(ledger, course), occasion_of("report", arguments.files.course, arguments.files.overrides), arguments.out, report::sources_of(ledger, manifest.labs));
    arguments.output.say(to_text(published.changes));
    arguments.output.say(to_text(published, arguments.out));
    arguments.output.value("halo/report/1", to_json(published));
    return 0;
}

}  // namespace

Run declare_report(Options& options)
{
    auto arguments = std::make_shared<Arguments>();
    options.ledger(arguments->out).manifest(arguments->manifest);
    arguments->files.declare(options);
    arguments->output.declare(options);
    return [arguments] { return run(*arguments); };
}

}  // namespace halo::grader::cli
