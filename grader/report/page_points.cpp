// How points come about: of a lab a line for each step, of a student a line for each lab.

#include <cmath>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/page_data.hpp"

namespace halo::grader::report::page {
namespace {

/// `+2`, `−1.2`; the points that a verdict earns have no sign.
std::string change_text(const record::Step& step)
{
    const std::string size = number(std::abs(step.change), 2);
    if (size == "0") return "0";
    if (step.change < 0) return "−" + size;
    return step.why == record::Step::Why::verdict ? size : "+" + size;
}

Data steps_of(const record::Steps& steps)
{
    Data out = list();
    for (const record::Step& step : steps) {
        Data entry;
        entry["step"] = shown(step.what);
        entry["change"] = Data(change_text(step));
        out << entry;
    }
    return out;
}

/// `of 20`; a lab on top of the course has no maximum.
std::string of_how_many(const gradebook::LabCells& lab) { return lab.extra ? "on top" : "of " + number(lab.max_points(), 2); }

std::string plural(double count, const char* one, const char* many)
{
    const std::string text = number(count, 2);
    return fmt::format("{} {}", text, text == "1" ? one : many);
}

std::string lateness(const course::Lateness& late)
{
    std::string text;
    if (late.late()) text = plural(late.days_late, "day", "days") + " late";
    if (late.grace_days > 0) text += fmt::format("{}{} taken", text.empty() ? "" : ", ", plural(late.grace_days, "grace day", "grace days"));
    return text;
}

void add_times(Data& out, const course::Lateness& late)
{
    out["handed_in"] = shown(late.mark == course::LmsMark::in_time ? record::kMarkedInTime : late.handed_in_on_clock.empty() ? utc(late.handed_in) : late.handed_in_on_clock);
    out["due"] = shown(late.due_on_clock.empty() ? utc(late.due) : late.due_on_clock);
    out["lateness"] = shown(lateness(late));
    out["extension"] = shown(late.extension);
}

const record::RunLab* run_lab(const gradebook::Table& table, const std::string& lab)
{
    for (const record::RunLab& of_run : table.run.labs)
        if (of_run.lab == lab) return &of_run;
    return nullptr;
}

void add_title(Data& out, const gradebook::Table& table, const gradebook::LabCells& lab)
{
    const record::RunLab* of_run = run_lab(table, lab.lab);
    out["lab"] = shown(lab.lab);
    out["title"] = shown(of_run == nullptr || of_run->title.empty() ? lab.lab : of_run->title);
    out["lab_points"] = Data(points_text(lab.points()));
    out["lab_of"] = Data(of_how_many(lab));
    out["dropped"] = Data(lab.dropped);
    out["extra"] = Data(lab.extra);
}

}  // namespace

void add_points(Data& out, const gradebook::Table& table, const gradebook::Row&, const gradebook::LabCells& lab)
{
    add_title(out, table, lab);
    add_times(out, lab.late);
    Data functions = list();
    for (const gradebook::Cell& cell : lab.cells) {
        Data entry;
        entry["function"] = shown(cell.function);
        entry["points"] = Data(points_text(cell.points));
        entry["max_points"] = Data(number(cell.max_points, 2));
        entry["steps"] = steps_of(cell.steps);
        entry["unknown"] = Data(!cell.points && !cell.undue);
        functions << entry;
    }
    out["functions"] = std::move(functions);
    out["has_lab_steps"] = Data(!lab.steps.empty());
    out["lab_steps"] = steps_of(lab.steps);
    out["lab_comment"] = shown(lab.comment);
    Data unread = list();
    for (const Message& m : lab.unread) unread << message(m);
    out["has_unread"] = Data(!lab.unread.empty());
    out["unread"] = std::move(unread);
}

void add_summary(Data& out, const gradebook::Table& table, const gradebook::Row& row)
{
    Data labs = list();
    bool any_time = false;
    for (const gradebook::LabCells& lab : row.labs) {
        Data entry;
        add_title(entry, table, lab);
        add_times(entry, lab.late);
        add_verdict(entry, lab.worst());
        entry["words"] = Data(lab.words());
        any_time |= !lab.late.handed_in.empty() || !lab.late.due.empty();
        labs << entry;
    }
    out["summary"] = std::move(labs);
    out["has_times"] = Data(any_time);
    out["sum"] = Data(points_text(row.points()));
    out["sum_max"] = Data(number(row.max_points(), 2));
    out["has_row_steps"] = Data(!row.steps.empty());
    out["row_steps"] = steps_of(row.steps);
    out["row_comment"] = shown(row.comment);
}

}  // namespace halo::grader::report::page
