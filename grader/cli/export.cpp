// Writes the grades of a folder of reports in the form that another program reads.

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/course_files.hpp"
#include "export/format.hpp"
#include "gradebook/table.hpp"
#include "gradebook/unmatched.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/text.hpp"
#include "record/ledger.hpp"

namespace halo::grader::cli {
namespace {

struct ExportArguments {
    std::string format, column, lab;
    std::filesystem::path out, to, fill, manifest;
    bool scale = false;
    std::string missing;
    CourseFiles files;
};

std::string format_names()
{
    std::string all;
    for (const exports::Format& format : exports::formats()) all += (all.empty() ? "" : ", ") + std::string(format.name);
    return all;
}

const exports::Format& chosen(const ExportArguments& arguments)
{
    const exports::Format* format = exports::format_named(arguments.format);
    if (format == nullptr) throw UsageError({fmt::format("grader: there is no format {}", arguments.format), "", "the formats are " + format_names()});
    if (format->fills && arguments.fill.empty())
        throw UsageError({fmt::format("grader: {} fills a file that you download from it", arguments.format), "", "download the grades there, and name the file with --fill"});
    return *format;
}

std::string bytes_to_fill(const std::filesystem::path& path)
{
    if (path.empty()) return "";
    return read_within_bounds(path, Form::table, {fmt::format("grader: {} cannot be read", path.string()), "", "name the downloaded file with --fill"});
}

/// Points of somebody without a file, while there are files that may be theirs, are a decision. Throws UsageError where it was not taken.
void settle_missing(gradebook::Table& table, const std::string& lab, const std::string& decided)
{
    const std::vector<gradebook::Guess> guesses = gradebook::guesses(table, lab);
    std::string whom;
    for (const gradebook::Guess& guess : guesses) {
        gradebook::Row& row = table.rows[guess.row];
        gradebook::LabCells& cells = row.labs[guess.lab];
        if (decided == "blank") {
            cells.held = "a file may be theirs; left blank";
            for (gradebook::Cell& cell : cells.cells) cell.points.reset();
        }
        const std::vector<std::string>& files = guess.own.empty() ? guess.unmatched : guess.own;
        whom += fmt::format("\n    {}, {}: {} {}{}", printable(row.student), cells.lab, guess.own.empty() ? "not matched:" : "not taken:", printable(files[0]), files.size() > 1 ? fmt::format(" and {} more", files.size() - 1) : "");
    }
    if (!decided.empty() || guesses.empty()) return;
    throw UsageError({fmt::format("grader: nothing is exported: {} would get 0 points, though files were received that may be theirs", guesses.size() == 1 ? "a person" : fmt::format("{} people or labs", guesses.size())),
                      "these have no file that counts, and:" + whom,
                      "say whose the files are (the roster, --groups, a file's name) and import again; or decide: --missing=zero gives 0, --missing=blank leaves them without points"});
}

int write(ExportArguments& arguments)
{
    const exports::Format& format = chosen(arguments);
    arguments.files.complete(arguments.out);
    const course::Course course = arguments.files.read();
    std::string lab;
    if (!arguments.lab.empty()) lab = course::read_manifest(arguments.manifest).select({arguments.lab}).front().lab;
    record::Ledger ledger(arguments.out, record::Ledger::ReadOnly{});
    gradebook::Table table = gradebook::make_table(ledger, course);
    settle_missing(table, lab, arguments.missing);

    std::string notes;
    const exports::Files files = format.make({table, course, bytes_to_fill(arguments.fill), arguments.fill.filename().string(), arguments.column, lab, arguments.scale}, notes);
    for (const auto& [path, content] : files) {
        const std::filesystem::path target = path.empty() ? arguments.to : arguments.to / path;
        if (target.has_parent_path()) std::filesystem::create_directories(target.parent_path());
        replace_file(target, content);
    }
    std::fputs(notes.c_str(), stderr);
    fmt::print("{}: {}\n", arguments.to.string(), files.size() == 1 ? "written" : fmt::format("{} files written", files.size()));
    return 0;
}

}  // namespace

Run declare_export(Options& options)
{
    auto arguments = std::make_shared<ExportArguments>();
    static std::string formats = "One of:";
    for (const exports::Format& format : exports::formats()) formats += fmt::format("\n  {:14}{}", format.name, format.what);
    options.text("FORMAT", arguments->format, formats.c_str())
        .required()
        .ledger(arguments->out)
        .path("--to", arguments->to, "The file to write, or the folder where a format writes several")
        .required()
        .path("--fill", arguments->fill, "The file that you downloaded from the LMS; it stays as it is, the filled one goes to --to")
        .text("--column", arguments->column, "Which of its columns to fill, by its title [the one that has the lab's name]")
        .text("--lab", arguments->lab, "Grades of this lab alone [all]")
        .choice("--missing", arguments->missing, {"zero", "blank"}, "What those get who have no file that counts, while files were received that may be theirs: zero or blank [nothing is exported]")
        .flag("--scale", arguments->scale, "Convert points to the maximum of the column [points are written as they are]")
        .manifest(arguments->manifest);
    arguments->files.declare(options);
    return [arguments] { return write(*arguments); };
}

}  // namespace halo::grader::cli
