#include <nlohmann/json.hpp>

#include "report/reports.hpp"

namespace halo::grader::report {

namespace {

using Json = nlohmann::ordered_json;

const char* name(record::Step::Why why)
{
    using Why = record::Step::Why;
    switch (why) {
    case Why::verdict: return "verdict";
    case Why::reuse: return "reuse";
    case Why::leak: return "leak";
    case Why::tests: return "tests";
    case Why::speed: return "speed";
    case Why::predictions: return "predictions";
    case Why::late: return "late";
    case Why::extra: return "extra";
    case Why::dropped: return "dropped";
    case Why::by_hand: return "by_hand";
    }
    return "";
}

Json to_json(const record::Steps& steps)
{
    Json list = Json::array();
    for (const record::Step& step : steps) list.push_back({{"why", name(step.why)}, {"what", step.what}, {"change", step.change}});
    return list;
}

/// Null without a deadline.
Json to_json(const course::Lateness& late)
{
    if (late.due.empty()) return nullptr;
    const auto said = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    const Json mark = late.mark == course::LmsMark::none ? Json(nullptr) : Json(late.mark == course::LmsMark::late ? record::kMarkedLate : record::kMarkedInTime);
    return {{"due", late.due},     {"handed_in", said(late.handed_in)}, {"source", said(late.source)},         {"extension", said(late.extension)},
            {"late", late.late()}, {"days_late", late.days_late},       {"marked_by_lms", mark}, {"grace_days", late.grace_days}};
}

}  // namespace

std::string results_json(const gradebook::Table& table)
{
    const auto value = [](const std::optional<double>& points) { return points ? Json(*points) : Json(nullptr); };

    Json students = Json::array();
    for (const gradebook::Row& row : table.rows) {
        Json labs = Json::array();
        for (const gradebook::LabCells& lab : row.labs) {
            Json functions = Json::array();
            for (const gradebook::Cell& cell : lab.cells) {
                Json entry = to_json(cell.judgement);
                entry["points"] = value(cell.points);
                entry["max_points"] = cell.max_points;
                entry["speed"] = cell.timing ? to_json(*cell.timing) : Json(nullptr);
                entry["speed_points"] = value(cell.speed_points);
                entry["steps"] = to_json(cell.steps);
                entry["comment"] = cell.comment;
                functions.push_back(std::move(entry));
            }
            Json predictions = Json::array(), unread = Json::array();
            for (const gradebook::Predicted& p : lab.predictions)
                predictions.push_back({{"function", p.prediction.of.function},
                                       {"counter", p.prediction.of.counter},
                                       {"answer", name(p.prediction.said)},
                                       {"predicted", p.prediction.said == record::Said::predicted ? Json(p.prediction.value) : Json(nullptr)},
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
                       {"prediction_points", value(lab.prediction_points)},
                       {"steps", to_json(lab.steps)},
                       {"deadline", to_json(lab.late)},
                       {"extra", lab.extra},
                       {"dropped", lab.dropped},
                       {"comment", lab.comment}};
            if (!lab.cells.empty() && !lab.cells[0].file.empty()) entry["file"] = lab.cells[0].file;
            if (!lab.cells.empty() && !lab.cells[0].content.empty()) entry["sha256"] = lab.cells[0].content;
            labs.push_back(std::move(entry));
        }
        students.push_back({{"student", row.student},
                            {"points", value(row.points())},
                            {"max_points", row.max_points()},
                            {"person", {{"id", row.person.id}, {"name", row.person.name}, {"mail", row.person.mail}, {"section", row.person.section}}},
                            {"steps", to_json(row.steps)},
                            {"comment", row.comment},
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
