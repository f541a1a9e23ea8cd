// Autolab's autoresult, the last line that an autograder prints: https://docs.autolabproject.com/lab/

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "export/shown.hpp"

namespace halo::grader::exports {
namespace {

using Json = nlohmann::ordered_json;

/// A problem has its function's name. One that the grader could not judge is left out, so it stays ungraded; the scoreboard then, too.
std::string autoresult(const Shown& shown)
{
    Json scores = Json::object(), scoreboard = Json::array();
    for (const ShownFunction& function : shown.functions)
        if (function.points) {
            scores[function.function] = *function.points;
            scoreboard.push_back(*function.points);
        }
    if (shown.adjustment != 0) scores["adjustment"] = shown.adjustment;
    Json root{{"scores", std::move(scores)}};
    if (shown.points) {
        scoreboard.push_back(*shown.points);
        root["scoreboard"] = std::move(scoreboard);
    }
    return root.dump() + "\n";
}

}  // namespace

Files autolab(const Request& request, std::string& notes)
{
    const auto all = shown(request);
    for (const Shown& one : all) {
        if (one.adjustment != 0) notes += fmt::format("{}: points beside those of functions are in a problem called adjustment; the assessment needs one\n", one.student);
        if (!one.points) notes += fmt::format("{}: {}\n", one.student, one.fault());
    }
    return file_per_student(all, ".json", autoresult);
}

}  // namespace halo::grader::exports
