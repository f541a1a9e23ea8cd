// The form of Otter's final_grades.csv: a row of maxima, then one per submission; functions stand where Otter has questions.

#include <algorithm>

#include <fmt/format.h>

#include "export/format.hpp"
#include "export/grades.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

std::string cell(const std::optional<double>& points) { return points ? number(*points) : ""; }

/// Otter says `Completed`, or what went wrong.
std::string status_of(const gradebook::LabCells& lab)
{
    for (const gradebook::Cell& each : lab.cells)
        if (each.judgement.verdict == Verdict::grader_fault || each.judgement.verdict == Verdict::missing) return words(each.judgement.verdict) + ": " + each.judgement.message.headline;
    return "Completed";
}

std::string final_grades(const gradebook::Table& table, const record::RunLab& lab)
{
    std::vector<std::string> functions = lab.functions;
    std::ranges::sort(functions);
    std::vector<std::string> header = {"file"};
    header.insert(header.end(), functions.begin(), functions.end());
    header.insert(header.end(), {"total_points_earned", "percent_correct", "grading_status"});

    std::string maxima, rows;
    for (const gradebook::Row& row : table.rows) {
        const gradebook::LabCells* cells = lab_of(row, lab.lab);
        if (!cells) continue;
        std::vector<std::string> max_row = {"points-per-question"}, line = {cells->cells.empty() || cells->cells[0].file.empty() ? row.student : row.student + '/' + cells->cells[0].file};
        for (const std::string& function : functions) {
            const auto found = std::ranges::find(cells->cells, function, &gradebook::Cell::function);
            line.push_back(found == cells->cells.end() ? "" : cell(found->points));
            max_row.push_back(found == cells->cells.end() ? "" : number(found->max_points));
        }
        const double max = cells->max_points();
        const std::optional<double> points = cells->points();
        line.insert(line.end(), {cell(points), points && max > 0 ? number(*points / max) : "", status_of(*cells)});
        rows += csv_line(line);
        max_row.insert(max_row.end(), {number(max), "1", "--"});
        if (maxima.empty()) maxima = csv_line(max_row);
    }
    return csv_line(header) + maxima + rows;
}

}  // namespace

Files otter(const Request& request, std::string&)
{
    const std::vector<record::RunLab> labs = labs_to_export(request.table, request.lab);
    Files files;
    for (const record::RunLab& lab : labs) files[labs.size() == 1 ? "" : lab.lab + "/final_grades.csv"] = final_grades(request.table, lab);
    return files;
}

}  // namespace halo::grader::exports
