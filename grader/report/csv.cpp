#include "report/reports.hpp"

#include "machine/text.hpp"

namespace halo::grader::report {
namespace {

std::string cell(const std::optional<double>& value) { return value ? number(*value) : ""; }

using Cells = std::vector<std::string>;

/// Empty where nothing was timed. A time that is not believed is in results.json and in the page.
Cells speed_cells(const gradebook::Cell& c)
{
    const record::Timing none, &t = c.timing ? *c.timing : none;
    const bool timed = t.pace == record::Pace::timed;
    const auto low = [&](const std::optional<record::Range>& range) { return timed && range ? number(range->low) : ""; };
    const auto median = [&](const std::optional<record::Range>& range) { return timed && range ? number(range->median) : ""; };
    const auto high = [&](const std::optional<record::Range>& range) { return timed && range ? number(range->high) : ""; };
    return {low(t.speedup), high(t.speedup), median(t.of_copy), low(t.of_copy), high(t.of_copy), median(t.ms), t.card, c.timing ? std::string(name(t.pace)) : "", cell(c.speed_points)};
}

}  // namespace

std::string results_csv(const gradebook::Table& table)
{
    std::string out =
        "student,lab,function,verdict,points,max_points,reuse_ratio,expected_reuse_ratio,speedup,headline,"
        "speedup_low,speedup_high,of_copy,of_copy_low,of_copy_high,ms,card,speed,speed_points\n";
    for (const gradebook::Row& row : table.rows)
        for (const gradebook::LabCells& lab : row.labs)
            for (const gradebook::Cell& c : lab.cells) {
                const Judgement& j = c.judgement;
                Cells cells = {c.student,           c.lab,           c.function, std::string(name(j.verdict)), cell(c.points), number(c.max_points), cell(j.reuse_ratio), cell(j.expected_reuse_ratio),
                               cell(j.speedup), j.message.headline};
                for (std::string& text : speed_cells(c)) cells.push_back(std::move(text));
                out += csv_line(cells);
            }
    return out;
}

std::string gradebook_csv(const gradebook::Table& table)
{
    Cells header = {"student"};
    for (const record::RunLab& lab : table.run.labs) header.push_back(lab.lab);
    header.push_back("total");
    std::string out = csv_line(header);
    for (const gradebook::Row& row : table.rows) {
        Cells cells = {row.student};
        for (const gradebook::LabCells& lab : row.labs) cells.push_back(cell(lab.points()));
        cells.push_back(cell(row.points()));
        out += csv_line(cells);
    }
    return out;
}

}  // namespace halo::grader::report
