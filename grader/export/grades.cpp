#include "export/grades.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradebook/for_student.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {

const report::LabCells* lab_of(const report::Row& row, std::string_view lab)
{
    const auto found = std::ranges::find(row.labs, lab, &report::LabCells::lab);
    return found == row.labs.end() ? nullptr : &*found;
}

Grade grade_of(const report::Row& row, std::string_view lab)
{
    if (lab.empty()) return {row.points(), row.max_points()};
    const report::LabCells* cells = lab_of(row, lab);
    return cells ? Grade{cells->points(), cells->max_points()} : Grade{};
}

std::vector<RunLab> labs_to_export(const report::Table& table, std::string_view lab)
{
    if (lab.empty()) return table.run.labs;
    const auto found = std::ranges::find(table.run.labs, lab, &RunLab::lab);
    if (found == table.run.labs.end()) throw UsageError({fmt::format("grader: lab {} was not graded in this run", lab), "", "name a lab of the reports with --lab"});
    return {*found};
}

bool anyone_handed_in(const report::Table& table, std::string_view lab)
{
    return std::ranges::any_of(table.rows, [&](const report::Row& row) {
        const report::LabCells* cells = lab_of(row, lab);
        return cells && std::ranges::any_of(cells->cells, [](const report::Cell& cell) { return !cell.file.empty(); });
    });
}

std::vector<std::string> reasons(const report::LabCells& lab)
{
    std::vector<std::string> lines;
    for (const report::Cell& cell : lab.cells) {
        const std::string points = cell.points ? fmt::format("{} of {}", number(*cell.points), number(cell.max_points)) : "not graded";
        std::string line = fmt::format("{}: {}, {}", cell.function, points, words(cell.judgement.verdict));
        const std::string headline = report::shown_to(report::Audience::student, cell.judgement).message.headline;
        if (cell.judgement.verdict != Verdict::passed && !headline.empty()) line += ": " + headline;
        lines.push_back(printable(line));
        if (!cell.comment.empty()) lines.push_back(printable(cell.comment));
    }
    for (const policy::Step& step : lab.steps)
        if (step.change != 0) lines.push_back(printable(fmt::format("{}: {}{}", step.what, step.change > 0 ? "+" : "", number(step.change))));
    if (!lab.comment.empty()) lines.push_back(printable(lab.comment));
    return lines;
}

}  // namespace halo::grader::exports
