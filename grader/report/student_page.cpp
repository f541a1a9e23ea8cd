#include "report/student_page.hpp"

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/text.hpp"
#include "report/output_picture.hpp"
#include "report/page_data.hpp"

namespace halo::grader::report {

extern const char* const kStudentPage;
extern const char* const kStudentStyle;

namespace {

using namespace page;

void add_person(Data& out, const gradebook::Row& row, gradebook::Audience audience)
{
    const record::Person& person = row.person;
    out["who"] = shown(person.name.empty() ? row.student : person.name);
    out["folder"] = person.name.empty() || person.name == row.student ? Data(false) : shown(row.student);
    out["number"] = shown(person.id);
    out["section"] = shown(person.section);
    out["mail"] = audience == gradebook::Audience::instructor ? shown(person.mail) : Data(false);
}

Data labs_of(const gradebook::Table& table, const gradebook::Row& row, const Sources& sources, gradebook::Audience audience)
{
    Data labs = list();
    for (const gradebook::LabCells& lab : row.labs) {
        Data entry, cells = list();
        add_points(entry, table, row, lab);
        for (const gradebook::Cell& cell : lab.cells) {
            Data full;
            add_cell(full, {table, lab, cell, cell.judgement, sources, audience});
            cells << full;
        }
        entry["cells"] = std::move(cells);
        labs << entry;
    }
    return labs;
}

}  // namespace

std::string anchor(std::string_view lab, std::string_view function) { return fmt::format("{}-{}", lab, function); }

std::string student_page(const gradebook::Table& table, const gradebook::Row& row, const Sources& sources, gradebook::Audience audience)
{
    const gradebook::Row seen = gradebook::shown_to(audience, row);
    Data out;
    out["style"] = Data(kStudentStyle + std::string(kPictureStyle));
    out["course"] = shown(table.course);
    out["for_instructor"] = Data(audience == gradebook::Audience::instructor);
    out["unsandboxed"] = Data(!table.run.sandboxed && audience == gradebook::Audience::instructor);
    out["started"] = shown(utc(table.run.started));
    add_person(out, row, audience);
    add_summary(out, table, seen);
    out["labs"] = labs_of(table, seen, sources, audience);

    kainjow::mustache::mustache mustache{std::string(kStudentPage)};
    if (!mustache.is_valid()) throw GraderFault({"the template of a student's page is wrong", mustache.error_message(), ""});
    return mustache.render(out);
}

}  // namespace halo::grader::report
