#include "report/reports.hpp"

#include "text.hpp"

namespace halo::grader::report {
namespace {

std::string cell(const std::optional<double>& value) { return value ? number(*value) : ""; }

}  // namespace

std::string results_csv(const Table& table)
{
    std::string out =
        "student,lab,function,verdict,points,max_points,reuse_ratio,expected_reuse_ratio,speedup,headline\n";
    for (const Row& row : table.rows)
        for (const LabCells& lab : row.labs)
            for (const Cell& c : lab.cells) {
                const Judgement& j = c.judgement;
                for (const std::string& text : {csv_text(c.student), csv_text(c.lab), csv_text(c.function),
                                                std::string(name(j.verdict)), cell(c.points), number(c.max_points),
                                                cell(j.reuse_ratio), cell(j.expected_reuse_ratio), cell(j.speedup)})
                    out += text + ',';
                out += csv_text(j.message.headline) + '\n';
            }
    return out;
}

std::string gradebook_csv(const Table& table)
{
    std::string out = "student";
    for (const RunLab& lab : table.run.labs) out += ',' + csv_text(lab.lab);
    out += ",total\n";
    for (const Row& row : table.rows) {
        out += csv_text(row.student);
        for (const LabCells& lab : row.labs) out += ',' + cell(lab.points());
        out += ',' + cell(row.points()) + '\n';
    }
    return out;
}

}  // namespace halo::grader::report
