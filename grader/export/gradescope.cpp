// Gradescope's results.json: https://gradescope-autograders.readthedocs.io/en/latest/specs/

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "export/shown.hpp"

namespace halo::grader::exports {
namespace {

using Json = nlohmann::ordered_json;

/// Every status is said: Gradescope infers one from the points otherwise, and takes 0 of 0 for a pass.
Json test(const std::string& number, const std::string& name, bool passed, const std::string& text, bool hidden)
{
    return {{"number", number}, {"name", name}, {"name_format", "text"}, {"status", passed ? "passed" : "failed"}, {"output", text}, {"output_format", "text"}, {"visibility", hidden ? "hidden" : "visible"}};
}

std::string gradescope_results(const Shown& shown)
{
    Json tests = Json::array(), leaderboard = Json::array(), verdicts = Json::object();
    for (std::size_t f = 0; f < shown.functions.size(); ++f) {
        const ShownFunction& function = shown.functions[f];
        Json entry = test(std::to_string(f + 1), function.function, function.passed(), function.text, false);
        // A test without points beside one that has some would count as 0 of them. So either all have points, or none.
        if (shown.points) entry["score"] = *function.points;
        if (shown.points) entry["max_score"] = function.max_points;
        tests.push_back(std::move(entry));
        for (std::size_t c = 0; c < function.cases.size(); ++c)
            tests.push_back(test(fmt::format("{}.{}", f + 1, c + 1), function.cases[c].name, function.cases[c].passed, function.cases[c].text, function.cases[c].hidden));
        if (function.reuse_ratio) leaderboard.push_back({{"name", "reuse ratio of " + function.function}, {"value", *function.reuse_ratio}});
        verdicts[function.function] = name(function.verdict);
    }
    Json root = Json::object();
    if (shown.points) root["score"] = *shown.points;
    root["output"] = shown.fault() + shown.note;
    root["output_format"] = "text";
    root["test_output_format"] = "text";
    root["test_name_format"] = "text";
    root["visibility"] = "visible";
    root["stdout_visibility"] = "hidden";
    root["extra_data"] = {{"schema", "halo/gradescope/1"}, {"graded", shown.run_started}, {"verdicts", std::move(verdicts)}, {"grader_fault", !shown.points}};
    root["tests"] = std::move(tests);
    if (!leaderboard.empty()) root["leaderboard"] = std::move(leaderboard);
    return root.dump(2) + "\n";
}

}  // namespace

Files gradescope(const Request& request, std::string& notes)
{
    const auto all = shown(request);
    for (const Shown& one : all)
        if (!one.points) notes += fmt::format("{}: no score, since the grader itself failed; Gradescope shows an error until it is graded again\n", one.student);
    return file_per_student(all, ".json", gradescope_results);
}

}  // namespace halo::grader::exports
