#include <nlohmann/json.hpp>

#include "report/reports.hpp"

namespace halo::grader::report {

std::string results_json(const Table& table)
{
    using Json = nlohmann::ordered_json;
    const auto value = [](const std::optional<double>& points) { return points ? Json(*points) : Json(nullptr); };

    Json students = Json::array();
    for (const Row& row : table.rows) {
        Json labs = Json::array();
        for (const LabCells& lab : row.labs) {
            Json functions = Json::array();
            for (const Cell& cell : lab.cells) {
                Json entry = to_json(cell.judgement);
                entry["points"] = value(cell.points);
                entry["max_points"] = cell.max_points;
                entry["speed"] = cell.timing ? to_json(*cell.timing) : Json(nullptr);
                entry["speed_points"] = value(cell.speed_points);
                functions.push_back(std::move(entry));
            }
            Json predictions = Json::array(), unread = Json::array();
            for (const Predicted& p : lab.predictions)
                predictions.push_back({{"function", p.prediction.of.function},
                                       {"counter", p.prediction.of.counter},
                                       {"answer", name(p.prediction.said)},
                                       {"predicted", p.prediction.said == Said::predicted ? Json(p.prediction.value) : Json(nullptr)},
                                       {"counted", value(p.counted)},
                                       {"off", p.off()},
                                       {"points", value(p.points)},
                                       {"file", p.prediction.file}});
            for (const Message& message : lab.unread) unread.push_back(text(message));
            Json entry{{"lab", lab.lab},
                       {"file", nullptr},
                       {"sha256", nullptr},
                       {"points", value(lab.points())},
                       {"max_points", lab.max_points()},
                       {"functions", std::move(functions)},
                       {"predictions", std::move(predictions)},
                       {"predictions_unread", std::move(unread)},
                       {"prediction_points", value(lab.prediction_points)}};
            if (!lab.cells.empty() && !lab.cells[0].file.empty()) entry["file"] = lab.cells[0].file;
            if (!lab.cells.empty() && !lab.cells[0].content.empty()) entry["sha256"] = lab.cells[0].content;
            labs.push_back(std::move(entry));
        }
        students.push_back({{"student", row.student},
                            {"points", value(row.points())},
                            {"max_points", row.max_points()},
                            {"labs", std::move(labs)}});
    }
    Json card = nullptr;
    if (const auto& asked = table.run.card)
        card = {{"name", asked->name.empty() ? Json(nullptr) : Json(asked->name)}, {"note", asked->note}, {"why_not", asked->name.empty() ? Json(text(asked->why)) : Json(nullptr)}};
    const Json root{
        {"schema", "halo/results/1"},
        {"course", table.course},
        {"run",
         {{"started", table.run.started},
          {"submissions", table.run.submissions},
          {"settings", table.run.settings},
          {"sandboxed", table.run.sandboxed},
          {"card", std::move(card)},
          {"warning", table.run.sandboxed ? Json(nullptr)
                                          : Json("graded with --no-sandbox: submissions could reach the grader's files")}}},
        {"students", std::move(students)},
    };
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace halo::grader::report
