#include "gradebook/score.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradebook/lateness.hpp"
#include "machine/errors.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::gradebook {
namespace {

course::Roll roll_of(const Table& table)
{
    std::vector<std::string> folders;
    std::map<std::string, record::Person> people;
    for (const Row& row : table.rows) {
        folders.push_back(row.student);
        people[row.student] = row.person;
    }
    return course::Roll(std::move(folders), std::move(people));
}

/// What a row by hand makes of so many points; never less than none.
record::Step by_hand(const course::Override& row, double now, double max)
{
    const double wanted = row.points ? *row.points : std::max(0.0, now + row.change.value_or(0));
    std::string what = row.who_and_why();
    if (wanted > max && row.points) what += fmt::format(" (more than the maximum of {})", number(max));
    return {record::Step::Why::by_hand, std::move(what), wanted - now};
}

void add_comment(std::string& to, const std::string& comment)
{
    if (!comment.empty()) to += (to.empty() ? "" : "\n") + comment;
}

bool changes(const course::Override& row) { return row.points || row.change; }

/// What somebody decided by hand counts, due or not.
void make_due(LabCells& lab)
{
    if (!lab.undue) return;
    lab.undue = false;
    for (Cell& cell : lab.cells) cell.undue = false, cell.points = 0;
}

/// A function that the grader failed to judge, in a lab whose points are set by hand, has none of its own.
void settle_faults(LabCells& lab)
{
    for (Cell& cell : lab.cells)
        if (!cell.points) {
            cell.points = 0;
            cell.steps.push_back({record::Step::Why::by_hand, "no points: those of the lab are set by hand", 0});
        }
}

void override_function(LabCells& lab, const course::Override& row)
{
    const auto cell = std::ranges::find(lab.cells, row.function, &Cell::function);
    if (cell == lab.cells.end()) {
        std::vector<std::string> functions;
        for (const Cell& one : lab.cells) functions.push_back(one.function);
        throw UsageError({fmt::format("{}: {} has no function {}", row.place, row.lab, printable(row.function)), "", did_you_mean(row.function, functions, "its functions are")});
    }
    add_comment(cell->comment, row.comment);
    if (changes(row)) make_due(lab);
    if (!changes(row) || (!cell->points && !row.points)) return;        // there is no known sum to change
    cell->steps.push_back(by_hand(row, cell->points.value_or(0), cell->max_points));
    cell->points = cell->points.value_or(0) + cell->steps.back().change;
}

void override_lab(LabCells& lab, const course::Override& row)
{
    add_comment(lab.comment, row.comment);
    if (!changes(row)) return;
    make_due(lab);
    if (row.points) settle_faults(lab);
    if (const auto now = lab.points()) lab.steps.push_back(by_hand(row, *now, lab.max_points()));
}

void override_total(Row& student, const course::Override& row)
{
    add_comment(student.comment, row.comment);
    if (!changes(row)) return;
    if (row.points)
        for (LabCells& lab : student.labs) settle_faults(lab);
    if (const auto now = student.points()) student.steps.push_back(by_hand(row, *now, student.max_points()));
}

/// The labs with the lowest share of their maximum. Of equal ones first the one with the larger maximum, then the first of the course. One always counts.
/// One that is not yet due may still be handed in again. A lab whose points were set by hand is not dropped, and no other is dropped in its place.
void drop_lowest(Row& student, int count, const std::set<std::string>& set_by_hand)
{
    std::vector<LabCells*> labs;
    for (LabCells& lab : student.labs)
        if (!lab.extra && !lab.late.ahead && lab.max_points() > 0 && lab.points()) labs.push_back(&lab);
    const auto share = [](const LabCells& lab) { return *lab.points() / lab.max_points(); };
    std::ranges::stable_sort(labs, [&](const LabCells* a, const LabCells* b) { return std::pair(share(*a), -a->max_points()) < std::pair(share(*b), -b->max_points()); });
    for (std::size_t i = 0; i + 1 < labs.size() && i < std::size_t(count); ++i) {
        LabCells& lab = *labs[i];
        if (set_by_hand.contains(lab.lab)) continue;
        lab.steps.push_back({record::Step::Why::dropped, fmt::format("does not count, as the lowest{}: {} of {} points", count > 1 ? fmt::format(" {}", count) : "", number(*lab.points(), 2), number(lab.max_points(), 2)), 0});
        lab.dropped = true;
    }
}

}  // namespace

void score(Table& table, const course::Course& course)
{
    const course::Roll roll = roll_of(table);
    course.check_people(roll);
    std::map<std::string, std::vector<const course::Override*>> rows;       // by folder
    for (const course::Override& row : course.overrides) rows[roll.find(row.student)].push_back(&row);

    for (Row& student : table.rows) {
        for (LabCells& lab : student.labs)
            if (course.extra.contains(lab.lab)) {
                lab.extra = true;
                lab.steps.push_back({record::Step::Why::extra, "extra credit: on top of the course's points", 0});
            }
        add_lateness(student, course.deadlines, roll, course::instant_in(table.run.started, course::Zone()));

        const std::vector<const course::Override*>& own = rows[student.student];
        const auto lab_of = [&](const course::Override& row) { return std::ranges::find(student.labs, row.lab, &LabCells::lab); };
        for (const course::Override* row : own)
            if (const auto lab = lab_of(*row); lab != student.labs.end() && !row->function.empty()) override_function(*lab, *row);
        std::set<std::string> set_by_hand;
        for (const course::Override* row : own)
            if (const auto lab = lab_of(*row); lab != student.labs.end() && row->function.empty()) {
                override_lab(*lab, *row);
                if (row->points) set_by_hand.insert(row->lab);
            }
        drop_lowest(student, course.drop_lowest, set_by_hand);
        for (const course::Override* row : own)
            if (row->lab.empty()) override_total(student, *row);
    }
}

}  // namespace halo::grader::gradebook
