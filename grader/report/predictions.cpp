#include "findings/predicted.hpp"
#include "machine/text.hpp"
#include "report/reports.hpp"

namespace halo::grader::report {

std::string predictions_csv(const gradebook::Table& table)
{
    const auto cell = [](const std::optional<double>& value) { return value ? number(*value) : ""; };
    std::string out = "student,lab,function,counter,answer,predicted,counted,off_percent,off,points,file\n";
    for (const gradebook::Row& row : table.rows)
        for (const gradebook::LabCells& lab : row.labs)
            for (const gradebook::Predicted& p : lab.predictions) {
                const bool predicted = p.prediction.said == record::Said::predicted;
                const bool compared = predicted && p.counted && *p.counted != 0;
                out += csv_line({row.student, lab.lab, p.prediction.of.function, p.prediction.of.counter, std::string(name(p.prediction.said)), predicted ? number(p.prediction.value) : "",
                                 cell(p.counted), compared ? number(100 * (p.prediction.value / *p.counted - 1), 2) : "", p.off(), cell(p.points), p.prediction.file});
            }
    return out;
}

}  // namespace halo::grader::report
