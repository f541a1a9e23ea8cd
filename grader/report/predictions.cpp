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
                for (const std::string& text : {csv_text(row.student), csv_text(lab.lab), csv_text(p.prediction.of.function), csv_text(p.prediction.of.counter),
                                                std::string(name(p.prediction.said)), predicted ? number(p.prediction.value) : "", cell(p.counted),
                                                compared ? number(100 * (p.prediction.value / *p.counted - 1), 2) : "", csv_text(p.off()), cell(p.points)})
                    out += text + ',';
                out += csv_text(p.prediction.file) + '\n';
            }
    return out;
}

}  // namespace halo::grader::report
