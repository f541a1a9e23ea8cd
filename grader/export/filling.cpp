#include "export/filling.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arrival/import/unicode.hpp"
#include "export/grades.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

std::string shown(const Listed& listed) { return printable(trimmed(listed.person.name.empty() ? listed.person.id : listed.person.name)); }

bool same(double a, double b) { return std::abs(a - b) < 0.005; }

}  // namespace

Pairs pair_up(const gradebook::Table& table, const std::vector<Listed>& people, const std::string& file)
{
    std::vector<arrival::Person> persons;
    for (const Listed& listed : people) persons.push_back(listed.person);
    const arrival::Roster roster = arrival::Roster::of(std::move(persons), file);

    Pairs pairs;
    std::vector<arrival::Roster::Match> matches;
    for (const gradebook::Row& row : table.rows) {
        const record::Person& p = row.person;
        arrival::Roster::Match match;
        if (!p.id.empty() || !p.mail.empty() || !p.name.empty()) match = roster.find({.name = p.name, .id = p.id, .canvas_id = {}, .mail = p.mail});
        if (!match.person && !match.several && !match.another) match = roster.find({.name = row.student, .id = row.student, .canvas_id = {}, .mail = {}});
        matches.push_back(std::move(match));
    }
    // Whoever is only called like somebody takes no row from the one who is identified.
    const std::vector<bool> holds = arrival::settle(matches);
    std::map<std::size_t, std::vector<const gradebook::Row*>> claims;
    std::set<std::size_t> held;
    for (std::size_t i = 0; i < matches.size(); ++i)
        if (holds[i]) held.insert(*matches[i].person);
    for (std::size_t i = 0; i < matches.size(); ++i) {
        const arrival::Roster::Match& match = matches[i];
        if (match.person && (holds[i] || !held.contains(*match.person))) claims[*match.person].push_back(&table.rows[i]);
        else pairs.unfound.emplace_back(&table.rows[i], match.person ? fmt::format("only called like {}, who is another student here", shown(people[*match.person])) : match.why_none);
    }
    for (const auto& [person, rows] : claims) {
        if (rows.size() == 1) pairs.found.push_back({rows[0], &people[person]});
        else
            for (const gradebook::Row* row : rows) pairs.unfound.emplace_back(row, fmt::format("{} students would be {} there", rows.size(), shown(people[person])));
    }
    for (std::size_t i = 0; i < people.size(); ++i)
        if (!claims.contains(i)) pairs.ungraded.push_back(&people[i]);
    return pairs;
}

void fill_grades(Worksheet& sheet, const Request& request, const Pairs& pairs, const Target& target, std::string& notes)
{
    double our_maximum = 0;
    for (const Pair& pair : pairs.found) our_maximum = std::max(our_maximum, grade_of(*pair.student, target.lab).max_points);
    const bool differs = target.possible && !same(*target.possible, our_maximum);
    std::size_t filled = 0, before = 0;
    std::string lines;
    for (const Pair& pair : pairs.found) {
        const Grade grade = grade_of(*pair.student, target.lab);
        const std::string old = trimmed(sheet.text(pair.listed->row, target.column));
        const auto left = [&](std::string_view why) { lines += fmt::format("  stays as it is: {}: {}\n", shown(*pair.listed), why); };
        std::string small = old;
        std::ranges::transform(small, small.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        if (std::ranges::find(target.keep, small) != target.keep.end()) {
            left(printable(old));
            continue;
        }
        if (!grade.points) {
            left(why_no_points(*pair.student, target.lab));
            continue;
        }
        double points = *grade.points;
        if (request.scale && target.possible && grade.max_points > 0) points *= *target.possible / grade.max_points;
        if (same(number_in(old), points)) {
            ++before;
            continue;
        }
        std::string text = number(points, 2);
        if (!old.empty() && old != "-") lines += fmt::format("  changed: {}: {} → {}\n", shown(*pair.listed), printable(old), text);
        if (target.decimal_comma) std::ranges::replace(text, '.', ',');
        sheet.fill(pair.listed->row, target.column, text);
        ++filled;
    }
    notes += fmt::format("{} → {}: {} filled, {} already so\n", target.lab.empty() ? "the sum of all labs" : target.lab, printable(sheet.text(0, target.column)), filled, before) + lines;
    if (!differs) return;
    if (request.scale) notes += fmt::format("  points are converted: {} here are {} there\n", number(our_maximum), number(*target.possible));
    else notes += fmt::format("  the maximum there is {}, here it is {}; points are written as they are, --scale converts them\n", number(*target.possible), number(our_maximum));
}

void note_strangers(const Pairs& pairs, const Worksheet& sheet, std::string& notes)
{
    if (!pairs.ungraded.empty()) {
        std::vector<std::string> names;
        for (const Listed* listed : pairs.ungraded) names.push_back(shown(*listed));
        notes += fmt::format("{} in {} without a grade here; what is there stays: {}\n", names.size(), sheet.name(), fmt::join(names, "; "));
    }
    if (!pairs.unfound.empty()) {
        notes += fmt::format("\nNOT EXPORTED: {} with grades, but without a row in {}:\n", pairs.unfound.size(), sheet.name());
        for (const auto& [row, why] : pairs.unfound) notes += fmt::format("  {}: {}\n", printable(row->student), printable(why));
    }
}

}  // namespace halo::grader::exports
