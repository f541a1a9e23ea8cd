#include "export/grades.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradebook/for_student.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {

const gradebook::LabCells* lab_of(const gradebook::Row& row, std::string_view lab)
{
    const auto found = std::ranges::find(row.labs, lab, &gradebook::LabCells::lab);
    return found == row.labs.end() ? nullptr : &*found;
}

Grade grade_of(const gradebook::Row& row, std::string_view lab)
{
    if (lab.empty()) return {row.points(), row.max_points()};
    const gradebook::LabCells* cells = lab_of(row, lab);
    return cells ? Grade{cells->points(), cells->max_points()} : Grade{};
}

std::vector<record::RunLab> labs_to_export(const gradebook::Table& table, std::string_view lab)
{
    if (lab.empty()) return table.run.labs;
    const auto found = std::ranges::find(table.run.labs, lab, &record::RunLab::lab);
    if (found == table.run.labs.end()) throw UsageError({fmt::format("grader: lab {} was not graded in this run", lab), "", "name a lab of the reports with --lab"});
    return {*found};
}

std::string why_no_points(const gradebook::Row& row, std::string_view lab)
{
    for (const gradebook::LabCells& one : row.labs) {
        if (!lab.empty() && one.lab != lab) continue;
        if (!one.held.empty()) return one.held;
        if (!lab.empty() && one.undue) return "not yet due, " + one.late.due_on_clock;
    }
    return "the grader failed; run it again";
}

std::vector<std::string> reasons(const gradebook::LabCells& lab)
{
    std::vector<std::string> lines;
    for (const gradebook::Cell& cell : lab.cells) {
        const std::string points = cell.points ? fmt::format("{} of {}", number(*cell.points), number(cell.max_points)) : "not graded";
        const Judgement shown = gradebook::shown_to(gradebook::Audience::student, cell);
        std::string line = fmt::format("{}: {}, {}", cell.function, points, cell.undue ? cell.words() : words(shown.verdict));
        if (shown.verdict != Verdict::passed && !shown.message.headline.empty()) line += ": " + shown.message.headline;
        lines.push_back(printable(line));
        if (!cell.comment.empty()) lines.push_back(printable(cell.comment));
    }
    for (const record::Step& step : lab.steps)
        if (step.change != 0) lines.push_back(printable(fmt::format("{}: {}{}", step.what, step.change > 0 ? "+" : "", number(step.change))));
    if (!lab.comment.empty()) lines.push_back(printable(lab.comment));
    return lines;
}

}  // namespace halo::grader::exports
