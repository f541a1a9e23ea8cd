// What Moodle's grade import takes (Grades, Import, CSV file): a column that identifies people, and one per grade item. The instructor says there which is which.

#include <fmt/format.h>

#include "export/format.hpp"
#include "export/grades.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {

Files moodle_grades(const Request& request, std::string& notes)
{
    const std::vector<record::RunLab> labs = labs_to_export(request.table, request.lab);
    std::vector<std::string> header = {"ID number", "Email address", "Full name"};
    for (const record::RunLab& lab : labs) header.push_back(lab.lab);
    if (request.lab.empty()) header.emplace_back("Total");
    std::string out = csv_line(header);

    const auto points = [](const Grade& grade) { return grade.points ? number(*grade.points, 2) : ""; };      // an empty cell changes no grade there
    std::size_t unidentified = 0;
    for (const gradebook::Row& row : request.table.rows) {
        const record::Person& p = row.person;
        unidentified += p.id.empty() && p.mail.empty();
        std::vector<std::string> cells = {p.id.empty() ? row.student : p.id, p.mail, p.name};
        for (const record::RunLab& lab : labs) cells.push_back(points(grade_of(row, lab.lab)));
        if (request.lab.empty()) cells.push_back(points(grade_of(row, "")));
        out += csv_line(cells);
    }
    notes += "in Moodle: Grades, Import, CSV file; map ID number or Email address to the user, and each lab to its grade item\n";
    if (unidentified > 0) notes += fmt::format("{} without id and mail: their folders' names are in the column ID number; grader import --roster knows more\n", unidentified);
    return {{"", out}};
}

}  // namespace halo::grader::exports
