// Classroom 50's result.json: https://github.com/foundation50/classroom50/wiki/Advanced-Autograding, schemas/result-v1.schema.json there

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "export/shown.hpp"
#include "machine/errors.hpp"

namespace halo::grader::exports {
namespace {

using Json = nlohmann::ordered_json;

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Which submission this is. Only its runner knows, and says so in the environment; it checks what it reads back.
Json identity()
{
    struct Row {
        const char *field, *variable, *instead;
    };
    static constexpr Row kRows[] = {
        {"classroom", "CLASSROOM", ""},       {"assignment", "ASSIGNMENT", ""},  {"assignment_type", "ASSIGNMENT_TYPE", ""}, {"owner", "OWNER", "USERNAME"},
        {"submission", "SUBMISSION_TAG", ""}, {"commit", "COMMIT_URL", ""},      {"release", "RELEASE_URL", ""},             {"review", "REVIEW_URL", "COMMIT_URL"},
        {"datetime", "COMMITTED_AT", ""},
    };
    Json out{{"schema", "classroom50/result/v1"}};
    for (const Row& row : kRows) {
        std::string value = variable(row.variable);
        if (value.empty() && *row.instead != 0) value = variable(row.instead);
        if (value.empty())
            throw UsageError({fmt::format("grader: {} is not set, so result.json cannot say its {}", row.variable, row.field), "",
                              "run it from Classroom 50's runner, as the autograder.py of `grader package classroom50` does"});
        out[row.field] = value;
    }
    return out;
}

/// Points are whole numbers there, from 0 to the maximum.
int whole(double points, int most) { return std::clamp(static_cast<int>(std::lround(points)), 0, most); }

std::string result(const Shown& shown)
{
    // Its runner takes a non-zero exit for a fault of the grader's, and gives no score.
    if (!shown.points) throw GraderFault({fmt::format("grader: {} cannot be graded", shown.student), shown.fault(), "grade again; no result.json was written"});
    Json root = identity();
    root["graded_at"] = shown.run_started;
    Json tests = Json::array();
    int  sum = 0, most = 0;
    for (const ShownFunction& function : shown.functions) {
        const int of = static_cast<int>(std::lround(function.max_points)), score = whole(*function.points, of);
        tests.push_back({{"test-name", function.function}, {"passed", function.passed()}, {"score", score}, {"max-score", of}, {"points", *function.points}, {"output", function.text}});
        sum += score;
        most += of;
    }
    root["score"] = whole(sum + shown.adjustment, most);
    root["max-score"] = most;
    root["tests"] = std::move(tests);
    return root.dump(2) + "\n";
}

}  // namespace

Files classroom50(const Request& request, std::string& notes)
{
    const auto all = shown(request);
    for (const Shown& one : all)
        for (const ShownFunction& function : one.functions)
            if (function.points && *function.points != std::round(*function.points))
                notes += fmt::format("{}: {} of {}, rounded: Classroom 50 takes whole points\n", one.student, *function.points, function.function);
    return file_per_student(all, ".json", result);
}

}  // namespace halo::grader::exports
