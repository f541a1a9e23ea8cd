#include "gradebook/lateness.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::gradebook {
namespace {

struct Late {
    LabCells* lab;
    int begun;                       ///< days, or hours
};

std::string counted(int n, const char* one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }

std::string percent(double share) { return number(100 * share, 2) + " %"; }

/// What can be lost: everything that is known to be earned.
double earned(const LabCells& lab)
{
    double points = record::sum(lab.steps);
    for (const Cell& cell : lab.cells) points += cell.points.value_or(0);
    return std::max(0.0, points);
}

double lost(const course::Deadlines& deadlines, const LabCells& lab, int begun)
{
    const double share = deadlines.cost(begun), have = earned(lab);
    if (share == 1) return have;
    return std::min(have, share * (deadlines.late.of == course::LatePolicy::Of::earned ? have : lab.max_points()));
}

/// `3 days late, 2 of them grace days: 10 % a day, at most 50 %`
std::string what(const course::Deadlines& deadlines, const LabCells& lab, int begun, int grace)
{
    const course::LatePolicy& late = deadlines.late;
    const bool days = late.per == course::LatePolicy::Per::day;
    std::string out = lab.late.mark == course::LmsMark::late ? fmt::format("marked as late, by an unknown amount: counts as {}", counted(late.unknown_days, "day")) : counted(begun, days ? "day" : "hour") + " late";
    const int left = std::max(0, begun - grace * deadlines.per_day());
    if (grace > 0) out += fmt::format(", less {}", counted(grace, "grace day"));
    if (left == 0) return out + ": costs nothing";
    if (late.until_days && left > *late.until_days * deadlines.per_day()) return out + fmt::format(": after {} it earns nothing", counted(*late.until_days, "day"));
    out += fmt::format(": {} {}{}", percent(late.penalty), days ? "a day" : "an hour", late.of == course::LatePolicy::Of::maximum ? " of its maximum" : "");
    if (late.penalty * left > late.most) out += fmt::format(", at most {}", percent(late.most));
    return out;
}

}  // namespace

void add_lateness(Row& student, const course::Deadlines& deadlines, const course::Roll& roll, const std::optional<course::Instant>& now)
{
    course::Deadlines own = deadlines;
    std::erase_if(own.extensions, [&](const course::Extension& extension) { return roll.find(extension.student) != student.student; });
    std::vector<Late> late;
    for (LabCells& lab : student.labs) {
        const bool handed_in = std::ranges::any_of(lab.cells, [](const Cell& cell) { return !cell.file.empty(); });
        const auto due = own.due(lab.lab, student.student, student.person.section, roll, lab.late.extension);
        if (!due) continue;
        lab.late.due = course::utc_text(*due);
        lab.late.due_on_clock = own.zone.text(*due);
        lab.late.ahead = now && *now < *due;
        if (!handed_in && lab.late.ahead) {
            lab.undue = true;
            for (Cell& cell : lab.cells) cell.undue = true, cell.points.reset(), cell.steps.clear();
            lab.steps.push_back({record::Step::Why::late, "not yet due: " + lab.late.due_on_clock, 0});
        }
        if (!handed_in) continue;
        int begun = 0;
        if (const auto at = course::instant_in(lab.late.handed_in, course::Zone())) {
            begun = deadlines.begun(*due, *at);
            lab.late.handed_in_on_clock = own.zone.text(*at);
        } else if (lab.late.mark == course::LmsMark::late && lab.late.extension.empty()) {
            begun = deadlines.late.unknown_days * deadlines.per_day();      // the mark knows nothing of an extension
        }
        lab.late.days_late = double(begun) / deadlines.per_day();
        if (begun > 0) late.push_back({&lab, begun});
    }
    std::ranges::stable_sort(late, {}, [](const Late& one) { return one.lab->late.due; });

    int grace_left = deadlines.late.grace_days;
    for (const Late& one : late) {
        int grace = 0;
        const int needed = (one.begun + deadlines.per_day() - 1) / deadlines.per_day();
        for (int days = 1; days <= std::min(grace_left, needed); ++days)
            if (lost(deadlines, *one.lab, one.begun - days * deadlines.per_day()) < lost(deadlines, *one.lab, one.begun - grace * deadlines.per_day())) grace = days;
        grace_left -= grace;
        one.lab->late.grace_days = grace;
        const double cost = lost(deadlines, *one.lab, one.begun - grace * deadlines.per_day());
        one.lab->steps.push_back({record::Step::Why::late, what(deadlines, *one.lab, one.begun, grace), cost > 0 ? -cost : 0.0});
    }
}

}  // namespace halo::grader::gradebook
