#include "gradebook/changes.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace halo::grader::gradebook {
namespace {

using Why = record::Step::Why;

double sum_of(const record::Steps& steps, Why why)
{
    double points = 0;
    for (const record::Step& step : steps)
        if (step.why == why) points += step.change;
    return points;
}

bool same_points(double a, double b) { return std::abs(a - b) < 1e-9; }
bool same_points(const std::optional<double>& a, const std::optional<double>& b) { return a.has_value() == b.has_value() && (!a || same_points(*a, *b)); }

/// `run=10s of CPU, before run=40s of CPU`: the parts of the settings that differ.
std::string other_settings(const std::string& before, const std::string& now)
{
    const auto parts = [](const std::string& text) {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < text.size();) {
            // A part begins with a word and `=`; its value may hold blanks.
            std::size_t next = text.find('=', text.find('=', at) + 1);
            if (next != std::string::npos) next = text.rfind(' ', next);
            all.push_back(text.substr(at, next == std::string::npos ? next : next - at));
            at = next == std::string::npos ? text.size() : next + 1;
        }
        return all;
    };
    const auto old = parts(before);
    std::string out;
    for (const std::string& part : parts(now)) {
        if (std::ranges::find(old, part) != old.end()) continue;
        const std::string word = part.substr(0, part.find('=') + 1);
        const auto was = std::ranges::find_if(old, [&](const std::string& other) { return other.starts_with(word); });
        out += (out.empty() ? "" : "; ") + part + (was == old.end() ? "" : ", before " + *was);
    }
    return out;
}

/// The steps of which kinds differ, and what they say.
void add_steps(std::vector<Because>& why, const record::Steps& before, const record::Steps& now)
{
    static constexpr std::pair<Why, Cause> kCauses[] = {{Why::speed, Cause::speed}, {Why::predictions, Cause::predictions}, {Why::late, Cause::late},
                                                        {Why::extra, Cause::course}, {Why::dropped, Cause::course}, {Why::by_hand, Cause::override_}};
    for (const auto& [kind, cause] : kCauses) {
        if (same_points(sum_of(before, kind), sum_of(now, kind))) continue;
        std::string what;
        for (const record::Step& step : now)
            if (step.why == kind) what += (what.empty() ? "" : "; ") + step.what;
        why.push_back({cause, what.empty() ? "no longer" : what});
    }
}

bool judged_points_differ(const record::Steps& before, const record::Steps& now)
{
    return std::ranges::any_of(std::initializer_list<Why>{Why::verdict, Why::reuse, Why::leak, Why::tests}, [&](Why why) { return !same_points(sum_of(before, why), sum_of(now, why)); });
}

/// Why another judging counts. Empty: it is the same one.
std::vector<Because> causes_of_judging(const record::RevisionCell& a, const record::RevisionCell& b)
{
    const record::Standing &was = a.standing, &is = b.standing;
    if (was.judging == is.judging && a.verdict == b.verdict) return {};
    if (was.judging == is.judging) return {{Cause::fault, "its row can't be read"}};
    if (was.content != is.content) return {{Cause::submission, was.content.empty() ? "the first file" : is.content.empty() ? "no file any more" : "another file"}};
    std::vector<Because> why;
    if (was.harness != is.harness) why.push_back({Cause::harness, ""});
    if (was.settings != is.settings) why.push_back({Cause::settings, other_settings(was.settings, is.settings)});
    if (!why.empty()) return why;
    if (a.verdict == Verdict::grader_fault || b.verdict == Verdict::grader_fault) return {{Cause::fault, a.verdict == Verdict::grader_fault ? "before" : "now"}};
    return {{Cause::flaky, fmt::format("judgings {} and {}", was.judging, is.judging)}};
}

std::optional<Change> change_of(const record::RevisionCell& a, const record::RevisionCell& b)
{
    Change change{b.student, b.lab, b.function, a.verdict, b.verdict, a.sum.points, b.sum.points, a.sum.max_points, b.sum.max_points};
    const bool verdict = a.verdict != b.verdict, judged = judged_points_differ(a.sum.steps, b.sum.steps), max = !same_points(a.sum.max_points, b.sum.max_points);
    if (verdict || judged || max) change.why = causes_of_judging(a, b);
    // With the same verdict, other points may come from the course file as well.
    if (max || (judged && !verdict)) change.why.push_back({Cause::course, max ? "another maximum" : "other credit"});
    add_steps(change.why, a.sum.steps, b.sum.steps);
    if (a.sum.comment != b.sum.comment) change.why.push_back({Cause::override_, "the comment"});
    if (change.why.empty() && !same_points(a.sum.points, b.sum.points)) change.why.push_back({Cause::course, ""});
    return change.why.empty() ? std::nullopt : std::optional(change);
}

/// Of a lab or a student, beyond the parts.
void add_sum(Changes& changes, Change change, const record::Sum& a, const record::Sum& b, bool counts_differ)
{
    change.points_were = a.points, change.points_are = b.points, change.max_were = a.max_points, change.max_are = b.max_points;
    add_steps(change.why, a.steps, b.steps);
    if (counts_differ) change.why.push_back({Cause::course, "whether the lab counts"});
    if (a.comment != b.comment) change.why.push_back({Cause::override_, "the comment"});
    if (!change.why.empty()) changes.all.push_back(std::move(change));
}

template <class Key, class List>
auto by(const List& list, auto key)
{
    std::map<Key, const typename List::value_type*> all;
    for (const auto& entry : list) all[key(entry)] = &entry;
    return all;
}

record::CellName name_of(const record::RevisionCell& cell) { return {cell.student, cell.lab, cell.function}; }
std::pair<std::string, std::string> lab_of(const record::RevisionLab& lab) { return {lab.student, lab.lab}; }

void compare_cells(Changes& changes, const record::Revision& from, const record::Revision& to)
{
    const auto old = by<record::CellName>(from.cells, name_of), now = by<record::CellName>(to.cells, name_of);
    for (const record::RevisionCell& cell : to.cells) {
        const auto was = old.find(name_of(cell));
        if (was == old.end()) {
            changes.all.push_back({cell.student, cell.lab, cell.function, {}, cell.verdict, {}, cell.sum.points, 0, cell.sum.max_points, {{Cause::other, "not in the earlier grades"}}});
            continue;
        }
        changes.judged_anew += was->second->standing.judging != cell.standing.judging;
        if (auto change = change_of(*was->second, cell)) changes.all.push_back(std::move(*change));
    }
    for (const record::RevisionCell& cell : from.cells)
        if (!now.contains(name_of(cell)))
            changes.all.push_back({cell.student, cell.lab, cell.function, cell.verdict, {}, cell.sum.points, {}, cell.sum.max_points, 0, {{Cause::other, "not in the later grades"}}});
}

}  // namespace

const char* name(Cause cause)
{
    switch (cause) {
    case Cause::submission: return "submission";
    case Cause::harness: return "harness";
    case Cause::settings: return "settings";
    case Cause::course: return "course";
    case Cause::override_: return "override";
    case Cause::late: return "late";
    case Cause::speed: return "speed";
    case Cause::predictions: return "predictions";
    case Cause::fault: return "fault";
    case Cause::flaky: return "flaky";
    case Cause::other: break;
    }
    return "other";
}

bool Changes::has(Cause cause) const
{
    return std::ranges::any_of(all, [&](const Change& change) { return std::ranges::find(change.why, cause, &Because::cause) != change.why.end(); });
}

Changes changes_between(const record::Revision& from, const record::Revision& to)
{
    Changes changes{from.number, to.number};
    compare_cells(changes, from, to);
    const auto old_labs = by<std::pair<std::string, std::string>>(from.labs, lab_of);
    for (const record::RevisionLab& lab : to.labs)
        if (const auto was = old_labs.find(lab_of(lab)); was != old_labs.end())
            add_sum(changes, {lab.student, lab.lab, ""}, was->second->sum, lab.sum, was->second->counts != lab.counts);

    const auto student_of = [](const record::RevisionStudent& student) { return student.student; };
    const auto old_students = by<std::string>(from.students, student_of);
    std::map<std::string, std::size_t> order;
    for (const record::RevisionStudent& student : to.students) {
        order.emplace(student.student, order.size());
        const auto was = old_students.find(student.student);
        if (was == old_students.end()) continue;
        const record::Sum& before = was->second->sum;
        add_sum(changes, {student.student, "", ""}, before, student.sum, false);
        if (!before.points || !student.sum.points || same_points(before.points, student.sum.points)) continue;
        (*student.sum.points < *before.points ? changes.worse : changes.better).push_back(student.student);
    }
    const std::set<std::string> worse(changes.worse.begin(), changes.worse.end());
    std::ranges::stable_sort(changes.all, {}, [&](const Change& change) {
        const auto at = order.find(change.student);
        return std::pair(!worse.contains(change.student), at == order.end() ? order.size() : at->second);
    });
    return changes;
}

}  // namespace halo::grader::gradebook
