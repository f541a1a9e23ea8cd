// Canvas's gradebook, exported there, filled, and imported again. Canvas makes a new assignment of every column whose title it doesn't know, so no column is added and no title changed.

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "export/filling.hpp"
#include "export/grades.hpp"
#include "gradebook/unmatched.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

std::string text_at(const Worksheet& sheet, std::size_t row, std::optional<std::size_t> column) { return column ? trimmed(sheet.text(row, *column)) : ""; }

struct Gradebook {
    std::optional<std::size_t> name, last_name, first_name, id, sis_id, login, section;
    std::vector<Fillable> assignments;
    std::size_t maxima = 0;          ///< the row `Points Possible`; 0: there is none
    std::vector<Listed> people;
};

/// Columns of sums, which Canvas works out itself.
bool is_sum(std::string_view title)
{
    static constexpr const char* kSums[] = {"Current Score", "Current Points", "Current Grade", "Final Score", "Final Points", "Final Grade", "Override Score", "Override Grade", "Override Status"};
    return std::ranges::any_of(kSums, [&](const char* sum) { return title.find(sum) != std::string_view::npos; });
}

/// `Lab 07` of `Lab 07 (12345)`; empty for a title without a number, which is not an assignment's.
std::string without_number(const std::string& title)
{
    const std::string text = trimmed(title);
    const std::size_t open = text.rfind('(');
    const bool numbered = open != std::string::npos && text.size() > open + 2 && text.back() == ')' && text.find_first_not_of("0123456789", open + 1) == text.size() - 1;
    return numbered ? trimmed(std::string_view(text).substr(0, open)) : "";
}

std::string name_in(const Worksheet& sheet, const Gradebook& book, std::size_t row)
{
    if (book.name) return text_at(sheet, row, book.name);
    const std::string last = text_at(sheet, row, book.last_name), first = text_at(sheet, row, book.first_name);
    return first.empty() ? last : last + ", " + first;
}

/// Rows that are not a person's: maxima, and which assignments are posted by hand.
bool is_person(const Worksheet& sheet, const Gradebook& book, std::size_t row)
{
    if (row == book.maxima || sheet.text(row, 0).find("Points Possible") != std::string::npos) return false;
    const std::string name = name_in(sheet, book, row);
    if (name == "Student, Test" || name == "Test Student") return false;
    return !name.empty() || !text_at(sheet, row, book.id).empty();
}

void read_header(const Worksheet& sheet, Gradebook& book)
{
    const auto column = [&](std::string_view title) -> std::optional<std::size_t> {
        for (std::size_t c = 0; c < sheet.header().size(); ++c)
            if (trimmed(sheet.text(0, c)) == title) return c;
        return std::nullopt;
    };
    book.name = column("Student"), book.last_name = column("LastName"), book.first_name = column("FirstName");
    book.id = column("ID"), book.sis_id = column("SIS User ID"), book.login = column("SIS Login ID"), book.section = column("Section");
    const bool canvas = (book.name == 0u && book.id == 1u) || (book.last_name == 0u && book.first_name == 1u && book.id == 2u);
    if (!canvas || !book.section)
        throw UsageError({fmt::format("{}: is not a gradebook of Canvas", sheet.name()), fmt::format("its columns: {}; Canvas's begin with Student, ID, and have a Section", sheet.columns()),
                          "in Canvas: Grades, Export, Export Entire Gradebook; then --fill that file"});
}

Gradebook read(const Worksheet& sheet)
{
    Gradebook book;
    read_header(sheet, book);
    for (std::size_t r = 1; r < sheet.rows().size() && book.maxima == 0; ++r)
        if (sheet.text(r, 0).find("Points Possible") != std::string::npos) book.maxima = r;
    for (std::size_t c = *book.section + 1; c < sheet.header().size(); ++c) {
        const std::string& title = sheet.text(0, c);
        const bool read_only = book.maxima > 0 && sheet.text(book.maxima, c).find("(read only)") != std::string::npos;
        if (const std::string bare = without_number(title); !bare.empty() && !read_only && !is_sum(title)) book.assignments.push_back({c, bare});
    }
    for (std::size_t r = 1; r < sheet.rows().size(); ++r) {
        if (!is_person(sheet, book, r)) continue;
        Listed listed{r, {.id = text_at(sheet, r, book.login), .name = name_in(sheet, book, r), .other_ids = {text_at(sheet, r, book.sis_id), text_at(sheet, r, book.id)}}};
        std::erase(listed.person.other_ids, "");
        if (listed.person.id.find('@') != std::string::npos) listed.person.mail = listed.person.id;
        book.people.push_back(std::move(listed));
    }
    return book;
}

}  // namespace

Files canvas(const Request& request, std::string& notes)
{
    Worksheet sheet(request.fill, request.fill_name, "Canvas");
    const Gradebook book = read(sheet);
    const Pairs pairs = pair_up(request.table, book.people, request.fill_name);
    const auto fill = [&](std::size_t column, const std::string& lab) {
        Target target{.column = column, .lab = lab, .decimal_comma = sheet.decimal_comma(column), .keep = {"ex", "n/a"}};
        if (const double possible = book.maxima > 0 ? number_in(sheet.text(book.maxima, column)) : 0; possible > 0) target.possible = possible;
        fill_grades(sheet, request, pairs, target, notes);
    };
    if (!request.column.empty()) {
        fill(column_titled(request.column, book.assignments, sheet), request.lab.empty() ? "" : labs_to_export(request.table, request.lab)[0].lab);
    } else {
        std::map<std::size_t, std::string> chosen;
        for (const record::RunLab& lab : labs_to_export(request.table, request.lab)) {
            if (request.lab.empty() && !gradebook::anyone_handed_in(request.table, lab.lab)) {
                notes += fmt::format("{}: nobody handed in a file, so nothing is filled; --lab {} fills it\n", lab.lab, lab.lab);
                continue;
            }
            const std::size_t column = column_of(lab, book.assignments, sheet);
            if (const auto [other, fresh] = chosen.emplace(column, lab.lab); !fresh)
                throw UsageError({fmt::format("{}: the column {} may be lab {} and lab {}", sheet.name(), printable(sheet.text(0, column)), other->second, lab.lab), "", "fill one lab at a time, with --lab and --column"});
        }
        for (const auto& [column, lab] : chosen) fill(column, lab);
    }
    note_strangers(pairs, sheet, notes);
    return {{"", sheet.bytes()}};
}

}  // namespace halo::grader::exports
