// What Moodle's grade import takes (Grades, Import, CSV file): a column that identifies people, and one per grade item. The instructor says there which is which.

#include <fmt/format.h>

#include "export/format.hpp"
#include "export/grades.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {

Files moodle_grades(const Request& request, std::string& notes)
{
    const std::vector<record::RunLab> labs = labs_to_export(request.table, request.lab);
    std::string out = "ID number,Email address,Full name";
    for (const record::RunLab& lab : labs) out += ',' + csv_text(lab.lab);
    out += request.lab.empty() ? ",Total\n" : "\n";

    const auto points = [](const Grade& grade) { return grade.points ? number(*grade.points, 2) : ""; };      // an empty cell changes no grade there
    std::size_t unidentified = 0;
    for (const gradebook::Row& row : request.table.rows) {
        const record::Person& p = row.person;
        unidentified += p.id.empty() && p.mail.empty();
        out += csv_text(p.id.empty() ? row.student : p.id) + ',' + csv_text(p.mail) + ',' + csv_text(p.name);
        for (const record::RunLab& lab : labs) out += ',' + points(grade_of(row, lab.lab));
        out += request.lab.empty() ? ',' + points(grade_of(row, "")) + '\n' : "\n";
    }
    notes += "in Moodle: Grades, Import, CSV file; map ID number or Email address to the user, and each lab to its grade item\n";
    if (unidentified > 0) notes += fmt::format("{} without id and mail: their folders' names are in the column ID number; grader import --roster knows more\n", unidentified);
    return {{"", out}};
}

}  // namespace halo::grader::exports
