// The columns of nbgrader's export, so that what reads its grades.csv reads ours.

#include <algorithm>

#include "export/format.hpp"
#include "export/grades.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

/// As Python prints a float: 7.0.
std::string floating(double value)
{
    const std::string text = number(value);
    return text.find('.') == std::string::npos ? text + ".0" : text;
}

/// `2026-03-01 22:59:59` of `2026-03-01T22:59:59Z`.
std::string time_of(std::string time)
{
    std::ranges::replace(time, 'T', ' ');
    if (time.ends_with('Z')) time.pop_back();
    return time;
}

/// `Lovelace, Ada` and `Ada Lovelace`: last and first name.
std::pair<std::string, std::string> names_of(const std::string& name)
{
    if (const std::size_t comma = name.find(','); comma != std::string::npos) return {trimmed(name.substr(0, comma)), trimmed(name.substr(comma + 1))};
    const std::size_t blank = name.rfind(' ');
    return blank == std::string::npos ? std::pair{name, std::string()} : std::pair{name.substr(blank + 1), trimmed(name.substr(0, blank))};
}

}  // namespace

Files nbgrader(const Request& request, std::string&)
{
    std::string out = "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score\n";
    for (const record::RunLab& lab : labs_to_export(request.table, request.lab))
        for (const gradebook::Row& row : request.table.rows) {
            const gradebook::LabCells* cells = lab_of(row, lab.lab);
            if (!cells) continue;
            const auto [last, first] = names_of(row.person.name);
            std::vector<std::string> line = {lab.lab, time_of(cells->late.due), time_of(cells->late.handed_in), row.person.id.empty() ? row.student : row.person.id, last, first, row.person.mail};
            // nbgrader's raw score is the one before lateness; where the grader failed there is none at all.
            double penalty = 0;
            for (const record::Step& step : cells->steps)
                if (step.why == record::Step::Why::late) penalty -= step.change;
            const std::optional<double> points = cells->points();
            for (const std::string& text : {points ? floating(*points + penalty) : "", points ? floating(penalty) : "", points ? floating(std::max(0.0, *points)) : "", floating(cells->max_points())}) line.push_back(text);
            out += csv_line(line);
        }
    return {{"", out}};
}

}  // namespace halo::grader::exports
