// What a student predicted, beside what the grader counted.

#include "report/page_data.hpp"

namespace halo::grader::report::page {
namespace {

std::string answer(const record::Prediction& prediction)
{
    switch (prediction.said) {
    case record::Said::predicted: return number_grouped(prediction.value);
    case record::Said::declined: return "declined";
    case record::Said::open: break;
    }
    return "open";
}

}  // namespace

void add_predictions(Data& out, const gradebook::LabCells& lab, const gradebook::Cell& cell)
{
    Data predictions = list();
    bool any = false;
    for (const gradebook::Predicted& p : lab.predictions) {
        if (p.prediction.of.function != cell.function) continue;
        any = true;
        Data entry;
        entry["counter"] = shown(p.prediction.of.counter);
        entry["predicted"] = Data(answer(p.prediction));
        entry["counted"] = Data(p.counted ? number_grouped(*p.counted) : "–");
        entry["off"] = shown(p.off());
        predictions << entry;
    }
    out["has_predictions"] = Data(any);
    out["predictions"] = std::move(predictions);
}

}  // namespace halo::grader::report::page
