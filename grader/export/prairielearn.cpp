// PrairieLearn's results.json: https://prairielearn.readthedocs.io/en/latest/externalGrading/

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "export/shown.hpp"

namespace halo::grader::exports {
namespace {

using Json = nlohmann::ordered_json;

/// PrairieLearn takes no more than 1 MB.
constexpr std::size_t kMostBytes = 1'000'000;

/// No attempt is lost for what could not be tried: nothing was handed in, it does not compile, or the grader failed.
std::vector<std::string> not_gradable(const Shown& shown)
{
    if (!shown.points) return {shown.fault()};
    std::vector<std::string> reasons;
    for (const ShownFunction& function : shown.functions)
        if ((function.verdict == Verdict::does_not_compile || function.verdict == Verdict::missing) && std::ranges::find(reasons, function.text) == reasons.end())
            reasons.push_back(function.text);
    return reasons;
}

/// A part of 1. Points beyond the maximum don't fit.
double part(const Shown& shown)
{
    if (shown.max_points <= 0) return shown.passed() ? 1 : 0;
    return rounded(std::clamp(*shown.points / shown.max_points, 0.0, 1.0));
}

/// A case is a line of its function: the page that shows results warns about tests without points.
Json test(const ShownFunction& function)
{
    std::string cases;
    for (const ShownCase& one : function.cases)
        if (!one.hidden) cases += fmt::format("{}: {}\n", one.name, one.text);
    return {{"name", function.function}, {"points", function.points.value_or(0)}, {"max_points", function.max_points}, {"message", function.text}, {"output", cases}};
}

std::string prairielearn_results(const Shown& shown)
{
    if (const auto reasons = not_gradable(shown); !reasons.empty())
        return Json{{"gradable", false}, {"message", "Not graded; no attempt is lost."}, {"format_errors", reasons}}.dump(2) + "\n";
    Json tests = Json::array();
    for (const ShownFunction& function : shown.functions) tests.push_back(test(function));
    return Json{{"gradable", true},
                {"score", part(shown)},
                {"message", fmt::format("{} of {} points", *shown.points, shown.max_points)},
                {"output", shown.note},
                {"tests", std::move(tests)}}
               .dump(2) + "\n";
}

}  // namespace

Files prairielearn(const Request& request, std::string& notes)
{
    Files files;
    for (const std::size_t text_bytes : {16384, 2048, 256, 32}) {
        files = file_per_student(shown(request, text_bytes), ".json", prairielearn_results);
        if (std::ranges::all_of(files, [](const auto& file) { return file.second.size() <= kMostBytes; })) return files;
    }
    notes += "some results are larger than the 1 MB that PrairieLearn takes\n";
    return files;
}

}  // namespace halo::grader::exports
