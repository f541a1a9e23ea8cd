// Everything about one student, for a question across the desk.

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/course_files.hpp"
#include "cli/output.hpp"
#include "gradebook/regrade.hpp"
#include "gradebook/table.hpp"
#include "machine/text.hpp"

namespace halo::grader::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ShowArguments {
    std::string student;
    std::filesystem::path out, manifest;
    CourseFiles files;
    std::vector<std::string> labs;
    Output output;
};

/// The points of a student, or of a lab, in an earlier revision.
struct Earlier {
    std::int64_t number = 0;
    std::string at;
    std::optional<double> points;
    double max_points = 0;
};

std::string of(const std::optional<double>& points, double max_points) { return fmt::format("{} / {}", points ? number(*points, 2) : "–", number(max_points, 2)); }

std::string indented(const std::string& lines, const std::string& by)
{
    std::string out = by;
    for (const char c : printable(lines, true)) out += c == '\n' ? "\n" + by : std::string(1, c);
    return out + '\n';
}

std::string steps_text(const record::Steps& steps, const std::string& by)
{
    std::string out;
    for (const record::Step& step : steps) out += fmt::format("{}{:>8}  {}\n", by, (step.change > 0 ? "+" : "") + number(step.change, 2), printable(step.what));
    return out;
}

std::string cell_text(record::Ledger& ledger, const gradebook::Cell& cell)
{
    const Judgement& j = cell.judgement;
    std::string out = fmt::format("  {}: {}, {}\n", cell.function, cell.words(), of(cell.points, cell.max_points));
    if (!j.message.headline.empty()) out += indented(text(j.message), "    ");
    for (const JudgedCase& one : j.cases) out += fmt::format("    {:13} {}\n", words(one.verdict), printable(one.name));
    out += steps_text(cell.steps, "    ");
    if (!cell.comment.empty()) out += indented("comment: " + cell.comment, "    ");
    if (const std::string at = cell.standing.judging == 0 ? "" : ledger.judged_at(cell.standing.judging); !at.empty()) out += fmt::format("    judged {} (judging {})\n", at, cell.standing.judging);
    return out;
}

std::string lab_text(record::Ledger& ledger, const gradebook::LabCells& lab, const record::Submission& submission)
{
    std::string out = fmt::format("\n{}: {}{}\n", lab.lab, of(lab.points(), lab.max_points()), lab.undue ? ", not yet due" : lab.dropped ? ", dropped" : lab.extra ? ", on top" : "");
    if (!submission.file.empty()) out += fmt::format("  {}{}\n", printable(submission.file), submission.handed_in_at.empty() ? "" : fmt::format(", handed in {} ({})", submission.handed_in_at, printable(submission.time_from)));
    if (!lab.late.due.empty()) out += fmt::format("  due {}{}\n", lab.late.due_on_clock, lab.late.late() ? fmt::format(", {} day{} late", number(lab.late.days_late, 1), lab.late.days_late == 1 ? "" : "s") : "");
    for (const gradebook::Cell& cell : lab.cells) out += cell_text(ledger, cell);
    out += steps_text(lab.steps, "  ");
    if (!lab.comment.empty()) out += indented("comment: " + lab.comment, "  ");
    return out;
}

Json steps_json(const record::Steps& steps)
{
    Json all = Json::array();
    for (const record::Step& step : steps) all.push_back({{"what", step.what}, {"change", step.change}});
    return all;
}

Json points_json(const std::optional<double>& points) { return points ? Json(*points) : Json(nullptr); }

Json lab_json(record::Ledger& ledger, const gradebook::LabCells& lab, const record::Submission& submission)
{
    Json functions = Json::array();
    for (const gradebook::Cell& cell : lab.cells) {
        Json entry = to_json(cell.judgement);
        entry["points"] = points_json(cell.points);
        entry["max_points"] = cell.max_points;
        entry["steps"] = steps_json(cell.steps);
        entry["comment"] = cell.comment;
        entry["judging"] = cell.standing.judging == 0 ? Json(nullptr) : Json(cell.standing.judging);
        entry["judged"] = cell.standing.judging == 0 ? Json(nullptr) : Json(ledger.judged_at(cell.standing.judging));
        functions.push_back(std::move(entry));
    }
    return {{"lab", lab.lab},           {"file", submission.file},         {"handed_in", submission.handed_in_at}, {"due", lab.late.due},          {"days_late", lab.late.days_late},
            {"points", points_json(lab.points())}, {"max_points", lab.max_points()}, {"steps", steps_json(lab.steps)},       {"comment", lab.comment}, {"functions", std::move(functions)}};
}

std::vector<Earlier> earlier(record::Ledger& ledger, const std::string& student)
{
    std::vector<Earlier> all;
    for (const record::Revision& head : ledger.revisions()) {
        const auto revision = ledger.revision(head.number);
        for (const record::RevisionStudent& entry : revision->students)
            if (entry.student == student) all.push_back({head.number, head.at, entry.sum.points, entry.sum.max_points});
    }
    return all;
}

int show(ShowArguments& arguments)
{
    arguments.files.complete(arguments.out);
    const course::Course course = arguments.files.read();
    record::Ledger ledger(arguments.out, record::Ledger::ReadOnly{});
    const gradebook::Table table = gradebook::make_table(ledger, course);
    const std::string student = gradebook::student_called(arguments.student, table.run.students);
    std::vector<std::string> labs;
    if (!arguments.labs.empty())
        for (const course::LabBuild& lab : course::read_manifest(arguments.manifest).select(arguments.labs)) labs.push_back(lab.lab);
    const gradebook::Row& row = *std::ranges::find(table.rows, student, &gradebook::Row::student);

    std::string text = fmt::format("{}{}: {} points\n", printable(student), row.person.name.empty() ? "" : ", " + printable(row.person.name), of(row.points(), row.max_points()));
    text += steps_text(row.steps, "");
    if (!row.comment.empty()) text += indented("comment: " + row.comment, "");
    Json lab_list = Json::array();
    for (const gradebook::LabCells& lab : row.labs) {
        if (!labs.empty() && std::ranges::find(labs, lab.lab) == labs.end()) continue;
        const record::Submission& submission = *std::ranges::find_if(table.run.submissions_list, [&](const record::Submission& s) { return s.student == student && s.lab == lab.lab; });
        text += lab_text(ledger, lab, submission);
        lab_list.push_back(lab_json(ledger, lab, submission));
    }
    Json revisions = Json::array();
    const auto known = earlier(ledger, student);
    if (known.size() > 1) text += "\n";
    for (const Earlier& one : known) {
        if (known.size() > 1) text += fmt::format("revision {:>3}  {}  {}\n", one.number, one.at, of(one.points, one.max_points));
        revisions.push_back({{"revision", one.number}, {"at", one.at}, {"points", points_json(one.points)}, {"max_points", one.max_points}});
    }
    arguments.output.say(text);
    arguments.output.value("halo/student/1", {{"student", student}, {"name", row.person.name}, {"points", points_json(row.points())}, {"max_points", row.max_points()}, {"steps", steps_json(row.steps)},
                                               {"comment", row.comment}, {"labs", std::move(lab_list)}, {"revisions", std::move(revisions)}});
    return 0;
}

}  // namespace

Run declare_show(Options& options)
{
    auto arguments = std::make_shared<ShowArguments>();
    options.text("STUDENT", arguments->student, "The name of the student's folder")
        .required()
        .ledger(arguments->out)
        .labs(arguments->labs)
        .manifest(arguments->manifest);
    arguments->files.declare(options);
    arguments->output.declare(options, false);
    return [arguments] { return show(*arguments); };
}

}  // namespace halo::grader::cli
