// Moodle's offline grading worksheet of one assignment. Its titles are in the language of the instructor, so columns are recognised by what is in them and by their order, which
// is the same in every language: participant, name, what identifies a person, status, grade, maximum, may it be changed, times, feedback.

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arrival/import/unicode.hpp"
#include "export/filling.hpp"
#include "export/grades.hpp"
#include "findings/markup.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

struct Columns {
    std::size_t grade = 0, maximum = 0, modified = 0;
    std::optional<std::size_t> feedback;
};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

/// `123` of `Participant 123` and `Teilnehmer/in123`; empty if the cell is not a participant.
std::string participant_number(std::string_view cell)
{
    const std::string text = trimmed(cell);
    const std::size_t word = text.find_last_not_of("0123456789");
    const bool good = word != std::string::npos && word + 1 < text.size() && std::ranges::none_of(text.substr(0, word + 1), is_digit);
    return good ? text.substr(word + 1) : "";
}

template <class Says>
bool all_cells(const Worksheet& sheet, std::size_t column, Says says)
{
    for (std::size_t r = 1; r < sheet.rows().size(); ++r)
        if (!says(trimmed(sheet.text(r, column)))) return false;
    return true;
}

bool is_moodle_number(const std::string& cell) { return number_in(cell) >= 0; }

/// A time of any language has a year and a clock; `-` is not yet a time.
bool is_time(const std::string& cell)
{
    const std::size_t colon = cell.rfind(':');
    const bool clock = colon != std::string::npos && colon > 0 && colon + 2 < cell.size() && is_digit(cell[colon - 1]) && is_digit(cell[colon + 1]) && is_digit(cell[colon + 2]);
    return cell == "-" || (clock && std::ranges::count_if(cell, is_digit) >= 7);
}

/// The same positive number in every row, after a column of grades.
std::vector<std::size_t> maxima(const Worksheet& sheet)
{
    std::vector<std::size_t> found;
    for (std::size_t c = 2; c + 1 < sheet.header().size(); ++c) {
        const std::string first = trimmed(sheet.text(1, c));
        if (number_in(first) > 0 && all_cells(sheet, c, [&](const std::string& cell) { return cell == first; }) &&
            all_cells(sheet, c - 1, [](const std::string& cell) { return cell.empty() || cell == "-" || is_moodle_number(cell); }))
            found.push_back(c);
    }
    return found;
}

Columns recognise(const Worksheet& sheet)
{
    const auto refuse = [&](const std::string& why) {
        throw UsageError({fmt::format("{}: is not an offline grading worksheet of Moodle", sheet.name()), why,
                          "in Moodle, in the assignment: turn on Offline grading worksheet, download it, and --fill that file"});
    };
    if (sheet.rows().size() < 2) refuse("it has no participants");
    if (!all_cells(sheet, 0, [](const std::string& cell) { return !participant_number(cell).empty(); })) refuse("its first column is not `Participant 123`; its columns: " + sheet.columns());
    const std::vector<std::size_t> found = maxima(sheet);
    if (found.empty()) refuse("no column has grades and a maximum after it (a scale can't be filled with points); its columns: " + sheet.columns());
    if (found.size() > 1) refuse(fmt::format("{} columns may be the maximum; its columns: {}", found.size(), sheet.columns()));

    Columns columns{.grade = found[0] - 1, .maximum = found[0], .modified = 0, .feedback = {}};
    for (std::size_t c = columns.maximum + 1; c < sheet.header().size(); ++c)
        if (all_cells(sheet, c, is_time)) columns.modified = c;
    if (columns.modified == 0) refuse("no column says when grades were last changed, without which Moodle refuses it; its columns: " + sheet.columns());
    if (columns.modified + 1 < sheet.header().size()) columns.feedback = columns.modified + 1;
    return columns;
}

/// Names, mails and numbers between the participant and the grade.
std::vector<Listed> people_in(const Worksheet& sheet, const Columns& columns)
{
    std::vector<Listed> people;
    for (std::size_t r = 1; r < sheet.rows().size(); ++r) people.push_back({r, {.name = columns.grade > 2 ? trimmed(sheet.text(r, 1)) : "", .other_ids = {trimmed(sheet.text(r, 0))}}});
    for (std::size_t c = 2; c < columns.grade; ++c) {
        const bool mails = all_cells(sheet, c, [](const std::string& cell) { return cell.empty() || cell.find('@') != std::string::npos; });
        std::set<std::string> seen;
        const bool ids = all_cells(sheet, c, [&](const std::string& cell) { return cell.empty() || (cell.find(' ') == std::string::npos && seen.insert(cell).second); });
        for (Listed& listed : people) {
            const std::string cell = trimmed(sheet.text(listed.row, c));
            if (mails && listed.person.mail.empty()) listed.person.mail = cell;
            if (ids && !cell.empty()) listed.person.other_ids.push_back(cell);
        }
    }
    return people;
}

/// Students whose folders have a participant's number, as Moodle's downloads do: `Wei Li_7`, `Wei Li_7_assignsubmission_file_`. The name has to be the participant's too.
Pairs pair_by_number(const Worksheet& sheet, const Request& request, const std::vector<Listed>& people)
{
    Pairs pairs = pair_up(request.table, people, sheet.name());
    for (const gradebook::Row& row : request.table.rows) {
        std::string folder = row.student.substr(0, row.student.find("_assignsubmission_"));
        const std::size_t bar = folder.rfind('_');
        if (bar == std::string::npos || bar + 1 == folder.size() || !std::all_of(folder.begin() + long(bar) + 1, folder.end(), is_digit)) continue;
        const std::string number = folder.substr(bar + 1);
        folder.resize(bar);
        for (const Listed& listed : people) {
            const std::string& participant = sheet.text(listed.row, 0);
            if (participant_number(participant) != number) continue;
            const std::string nameless = trimmed(participant).substr(0, trimmed(participant).size() - number.size());      // where names are hidden, `Participant` is one's name
            const bool taken = std::ranges::any_of(pairs.found, [&](const Pair& pair) { return pair.listed == &listed && pair.student != &row; });
            if (taken || !arrival::Roster::of({{.name = listed.person.name}, {.name = nameless}}, "").find({.name = folder}).person) continue;
            if (std::erase_if(pairs.unfound, [&](const auto& each) { return each.first == &row; }) == 0) continue;
            std::erase(pairs.ungraded, &listed);
            pairs.found.push_back({&row, &listed});
        }
    }
    return pairs;
}

std::string html(const std::vector<std::string>& lines)
{
    std::string out;
    for (const std::string& line : lines) {
        if (!out.empty()) out += "<br>";
        out += escaped(line);
    }
    // After the `;` of an entity a spreadsheet may begin a cell, and take this for a formula.
    for (std::size_t at = 0; (at = out.find_first_of("=+-@", at)) != std::string::npos; ++at) {
        const std::size_t before = at == 0 ? std::string::npos : out.find_last_not_of(" \"", at - 1);
        if (before == std::string::npos || std::string_view(";\t\n").find(out[before]) != std::string_view::npos) out.replace(at, 1, fmt::format("&#{};", int(out[at]))), at += 4;
    }
    return out;
}

/// A comment that somebody wrote in Moodle is not ours to overwrite.
void fill_feedback(Worksheet& sheet, const Pairs& pairs, std::size_t column, const std::string& lab, std::string& notes)
{
    std::size_t filled = 0, kept = 0;
    for (const Pair& pair : pairs.found) {
        const gradebook::LabCells* cells = lab_of(*pair.student, lab);
        if (!cells || !cells->points()) continue;
        const std::string& old = sheet.text(pair.listed->row, column);
        std::string text = html(reasons(*cells));
        if (old == text) continue;
        if (trimmed(old).empty()) sheet.fill(pair.listed->row, column, text), ++filled;
        else ++kept;
    }
    notes += fmt::format("  {}: {} filled{}\n", printable(sheet.text(0, column)), filled, kept ? fmt::format(", {} had a comment, which stays", kept) : "");
}

void check_maximum(const Request& request, const Pairs& pairs, const std::string& lab, double maximum)
{
    if (request.scale) return;
    for (const Pair& pair : pairs.found)
        if (const Grade grade = grade_of(*pair.student, lab); grade.points && *grade.points > maximum + 0.005)
            throw UsageError({fmt::format("{}: {} has {} points, the maximum in Moodle is {}", request.fill_name, printable(pair.student->student), number(*grade.points), number(maximum)),
                              "Moodle leaves out grades above its maximum, and doesn't say so", "--scale converts the points; or change the maximum in Moodle, and download the worksheet again"});
}

}  // namespace

Files moodle(const Request& request, std::string& notes)
{
    Worksheet sheet(request.fill, request.fill_name, "Moodle");
    const Columns columns = recognise(sheet);
    const std::vector<record::RunLab> labs = labs_to_export(request.table, request.lab);
    if (labs.size() > 1 && request.column.empty()) {
        std::vector<std::string> names;
        for (const record::RunLab& lab : labs) names.push_back(lab.lab);
        throw UsageError({fmt::format("{}: is the worksheet of one assignment, and {} labs were graded", sheet.name(), labs.size()), fmt::format("{}", fmt::join(names, ", ")),
                          fmt::format("name the lab: --lab {}; or fill in the sum of all: --column '{}'", names[0], printable(trimmed(sheet.text(0, columns.grade))))});
    }
    if (!request.column.empty()) column_titled(request.column, {{columns.grade, trimmed(sheet.text(0, columns.grade))}}, sheet);

    const std::vector<Listed> people = people_in(sheet, columns);
    const Pairs pairs = pair_by_number(sheet, request, people);
    const std::string lab = labs.size() == 1 ? labs[0].lab : "";
    const double maximum = number_in(sheet.text(1, columns.maximum));
    check_maximum(request, pairs, lab, maximum);
    fill_grades(sheet, request, pairs, {.column = columns.grade, .lab = lab, .possible = maximum, .decimal_comma = sheet.decimal_comma(columns.maximum), .keep = {}}, notes);
    if (columns.feedback && !lab.empty()) fill_feedback(sheet, pairs, *columns.feedback, lab, notes);
    note_strangers(pairs, sheet, notes);
    return {{"", sheet.bytes()}};
}

}  // namespace halo::grader::exports
