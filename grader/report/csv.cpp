#include "report/reports.hpp"

#include "machine/text.hpp"

namespace halo::grader::report {
namespace {

std::string cell(const std::optional<double>& value) { return value ? number(*value) : ""; }

std::string ends(const std::optional<record::Range>& range) { return range ? number(range->low) + ',' + number(range->high) : ","; }

/// Empty where nothing was timed. A time that is not believed is in results.json and in the page.
std::string speed_cells(const gradebook::Cell& c)
{
    const record::Timing none, &t = c.timing ? *c.timing : none;
    const bool timed = t.pace == record::Pace::timed;
    const auto of = [&](const std::optional<record::Range>& range) { return timed ? range : std::nullopt; };
    const auto median = [&](const std::optional<record::Range>& range) { return timed && range ? number(range->median) : ""; };
    return ends(of(t.speedup)) + ',' + median(t.of_copy) + ',' + ends(of(t.of_copy)) + ',' + median(t.ms) + ',' + csv_text(t.card) + ',' +
           (c.timing ? std::string(name(t.pace)) : "") + ',' + cell(c.speed_points);
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
                for (const std::string& text : {csv_text(c.student), csv_text(c.lab), csv_text(c.function),
                                                std::string(name(j.verdict)), cell(c.points), number(c.max_points),
                                                cell(j.reuse_ratio), cell(j.expected_reuse_ratio), cell(j.speedup)})
                    out += text + ',';
                out += csv_text(j.message.headline) + ',' + speed_cells(c) + '\n';
            }
    return out;
}

std::string gradebook_csv(const gradebook::Table& table)
{
    std::string out = "student";
    for (const record::RunLab& lab : table.run.labs) out += ',' + csv_text(lab.lab);
    out += ",total\n";
    for (const gradebook::Row& row : table.rows) {
        out += csv_text(row.student);
        for (const gradebook::LabCells& lab : row.labs) out += ',' + cell(lab.points());
        out += ',' + cell(row.points()) + '\n';
    }
    return out;
}

}  // namespace halo::grader::report
