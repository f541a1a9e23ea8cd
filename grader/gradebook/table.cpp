#include "gradebook/table.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "findings/predicted.hpp"
#include "gradebook/score.hpp"
#include "judging/class.hpp"

namespace halo::grader::gradebook {
namespace {

Judgement find(record::Ledger& ledger, const record::Standing& standing, const record::Submission& submission, const std::string& function)
{
    if (submission.content.empty()) return bare_judgement(function, Verdict::missing, submission.missing);
    return ledger.judgement(standing, submission.lab, function);
}

/// What is known about the function's speed. One that did not pass has none.
std::optional<record::Timing> find_timing(record::Ledger& ledger, const record::Run& run, const record::RunLab& lab, const record::Submission& submission, const Judgement& judgement)
{
    if (judgement.verdict != Verdict::passed && judgement.verdict != Verdict::slow_pattern) return std::nullopt;
    auto known = ledger.reported_timing(key_of(run, lab, submission, judgement.function), run);
    if (known || !run.card || !run.card->name.empty()) return known;
    record::Timing none;
    none.message = run.card->why;
    return none;
}

/// Counts of a kernel that was cut short say nothing about its pattern.
bool ran_to_its_end(Verdict verdict) { return verdict > Verdict::barrier; }

void add_speed(Cell& cell, const std::optional<record::Timing>& timing, const std::optional<course::SpeedCredit>& credit)
{
    cell.timing = timing;
    if (timing && timing->speedup && timing->pace == record::Pace::timed) cell.judgement.speedup = timing->speedup->median;
    if (!credit) return;
    cell.speed_points = timing && cell.judgement.verdict == Verdict::passed ? course::earned(*credit, *timing) : 0;
    if (!cell.points) return;
    *cell.points += *cell.speed_points;
    cell.steps.push_back({record::Step::Why::speed, "speed", *cell.speed_points});
}

/// What the grader itself counted; a student's own counts are not even read.
std::optional<double> counted_for(const record::Question& question, const std::vector<Cell>& cells)
{
    const auto cell = std::ranges::find(cells, question.function, &Cell::function);
    if (cell == cells.end() || !cell->judgement.stated) return std::nullopt;
    return counted(question.counter, cell->judgement.stated->counters, cell->judgement.stated->reuse_ratio);
}

void add_predictions(LabCells& lab, const record::Predictions& handed_in, const std::optional<course::PredictionCredit>& credit)
{
    lab.unread = handed_in.unread;
    if (credit) lab.prediction_points = 0;
    for (const record::Prediction& prediction : handed_in.all) {
        Predicted shown{prediction, counted_for(prediction.of, lab.cells), {}};
        if (credit) {
            shown.points = course::earned(*credit, prediction, shown.counted, handed_in.all.size());
            *lab.prediction_points += *shown.points;
        }
        lab.predictions.push_back(std::move(shown));
    }
    if (credit) lab.steps.push_back({record::Step::Why::predictions, "predictions", *lab.prediction_points});
}

template <class List>
std::optional<double> sum_of_all(const List& list, auto points)
{
    double sum = 0;
    for (const auto& entry : list) {
        const std::optional<double> value = points(entry);
        if (!value) return std::nullopt;
        sum += *value;
    }
    return sum;
}

}  // namespace

Verdict LabCells::worst() const
{
    Verdict worst = Verdict::passed;
    for (const Cell& cell : cells) worst = std::min(worst, cell.judgement.verdict);
    return worst;
}

std::string Cell::words() const { return undue ? "not yet due" : halo::words(judgement.verdict); }
std::string LabCells::words() const { return undue ? "not yet due" : halo::words(worst()); }

std::string Predicted::off() const
{
    return prediction.said == record::Said::predicted && counted ? how_far_off(prediction.value, *counted) : "";
}

std::optional<double> LabCells::points() const
{
    const std::optional<double> sum = sum_of_all(cells, [](const Cell& cell) { return cell.points; });
    return sum ? std::optional(*sum + record::sum(steps)) : std::nullopt;
}

double LabCells::max_points() const
{
    double sum = 0;
    for (const Cell& cell : cells) sum += cell.max_points;
    return sum;
}

std::optional<double> Row::points() const
{
    const std::optional<double> sum = sum_of_all(labs, [](const LabCells& lab) { return lab.counts() ? lab.points() : std::optional(0.0); });
    return sum ? std::optional(*sum + record::sum(steps)) : std::nullopt;
}

double Row::max_points() const
{
    double sum = 0;
    for (const LabCells& lab : labs) sum += !lab.counts() || lab.extra ? 0 : lab.max_points();
    return sum;
}

std::size_t Table::count(Verdict verdict) const
{
    std::size_t sum = 0;
    for (const Row& row : rows)
        for (const LabCells& lab : row.labs)
            for (const Cell& cell : lab.cells) sum += cell.judgement.verdict == verdict;
    return sum;
}

std::size_t Table::cells() const
{
    std::size_t sum = 0;
    for (const Row& row : rows)
        for (const LabCells& lab : row.labs) sum += lab.cells.size();
    return sum;
}

bool Table::predicts() const
{
    return std::ranges::any_of(rows, [](const Row& row) {
        return std::ranges::any_of(row.labs, [](const LabCells& lab) { return !lab.predictions.empty() || !lab.unread.empty(); });
    });
}

bool Table::speeds() const
{
    return std::ranges::any_of(rows, [](const Row& row) {
        return std::ranges::any_of(row.labs, [](const LabCells& lab) { return std::ranges::any_of(lab.cells, [](const Cell& cell) { return cell.timing.has_value(); }); });
    });
}

std::string Table::card() const
{
    std::set<std::string> all;
    for (const Row& row : rows)
        for (const LabCells& lab : row.labs)
            for (const Cell& cell : lab.cells)
                if (cell.timing && !cell.timing->card.empty()) all.insert(cell.timing->card);
    return all.size() == 1 ? *all.begin() : "";
}

Table make_table(record::Ledger& ledger, const course::Course& course) { return make_table(ledger, course, latest_grades(ledger)); }

Table make_table(record::Ledger& ledger, const course::Course& course, Grades grades)
{
    Table table;
    table.course = course.title;
    table.book = course.book;
    table.run = std::move(grades.run);
    std::map<std::pair<std::string, std::string>, const record::Submission*> handed_in;
    for (const record::Submission& submission : table.run.submissions_list)
        handed_in[{submission.student, submission.lab}] = &submission;

    for (const std::string& student : table.run.students) {
        Row row{student};
        if (const auto person = table.run.people.find(student); person != table.run.people.end()) row.person = person->second;
        for (const record::RunLab& lab : table.run.labs) {
            const record::Submission& submission = *handed_in.at({student, lab.lab});
            LabCells cells{lab.lab, {}};        // predictions are added when all its functions are known
            for (const std::string& function : lab.functions) {
                const record::Standing standing = grades.standings[{student, lab.lab, function}];
                Cell cell{student, lab.lab, function, submission.file, submission.content, course.tests(lab.lab).marked(find(ledger, standing, submission, function)), {}, 0};
                cell.standing = standing;
                if (submission.file.empty())
                    for (const record::Unplaced& file : row.person.unplaced) cell.arrived += fmt::format("{}{} ({})", cell.arrived.empty() ? "" : "; ", file.path, file.why);
                if (!ran_to_its_end(cell.judgement.verdict)) cell.judgement.reuse_ratio.reset();
                cell.points = course.points(lab.lab, cell.judgement);
                cell.max_points = course.max_points(lab.lab, function);
                cell.steps = course.steps(lab.lab, cell.judgement);
                add_speed(cell, find_timing(ledger, table.run, lab, submission, cell.judgement), course.speed(lab.lab, function));
                cells.cells.push_back(std::move(cell));
            }
            add_predictions(cells, submission.predictions, course.predictions(lab.lab));
            if (submission.handed_in_at == record::kMarkedLate) cells.late.mark = course::LmsMark::late;
            else if (submission.handed_in_at == record::kMarkedInTime) cells.late.mark = course::LmsMark::in_time;
            else cells.late.handed_in = submission.handed_in_at;
            cells.late.source = submission.time_from;
            row.labs.push_back(std::move(cells));
        }
        table.rows.push_back(std::move(row));
    }
    score(table, course);
    return table;
}

}  // namespace halo::grader::gradebook
