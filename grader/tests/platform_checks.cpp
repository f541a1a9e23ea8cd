#include "platform_checks.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace halo::grader::test {
namespace {

using Json = nlohmann::json;
using Check = std::function<bool(const Json&)>;

bool text(const Json& value)
{
    if (!value.is_string()) return false;
    for (const unsigned char c : value.get<std::string>())
        if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) return false;
    return true;
}
bool some_text(const Json& value) { return text(value) && !value.get<std::string>().empty(); }
bool number(const Json& value) { return value.is_number() && std::isfinite(value.get<double>()); }
bool whole(const Json& value) { return value.is_number_integer() && value.get<std::int64_t>() >= 0; }
bool truth(const Json& value) { return value.is_boolean(); }
bool object(const Json& value) { return value.is_object(); }
bool list(const Json& value) { return value.is_array(); }
Check one_of(std::set<std::string> words)
{
    return [words = std::move(words)](const Json& value) { return value.is_string() && words.contains(value.get<std::string>()); };
}
Check like(const char* pattern)
{
    return [expression = std::regex(pattern)](const Json& value) { return value.is_string() && std::regex_search(value.get<std::string>(), expression); };
}
const Check kVisibility = one_of({"visible", "after_due_date", "after_published", "hidden"});
const Check kFormat = one_of({"text", "html", "simple_format", "md", "ansi"});

struct Field {
    Check good;
    bool required = false;
};

/// The first field that is missing, unknown or wrong.
std::string fault_in(const Json& value, const std::map<std::string, Field>& fields, const std::string& where, bool others = false)
{
    if (!value.is_object()) return where + " is not an object";
    for (const auto& [name, field] : fields) {
        if (!value.contains(name)) {
            if (field.required) return where + " has no " + name;
        } else if (!field.good(value[name])) {
            return fmt::format("{}'s {} is wrong", where, name);
        }
    }
    for (const auto& [name, ignored] : value.items())
        if (!others && !fields.contains(name)) return fmt::format("{} has an unknown {}", where, name);
    return "";
}

/// The file as JSON; `fault` says why it is none. nlohmann's parser refuses NaN, trailing text and bytes that are not UTF-8.
Json parse(const std::string& file, std::string& fault)
{
    Json root = Json::parse(file, nullptr, false);
    if (root.is_discarded()) fault = "it is not JSON";
    return root;
}

template <class Each>
std::string first_fault(const Json& all, Each each)
{
    for (const Json& one : all)
        if (std::string fault = each(one); !fault.empty()) return fault;
    return "";
}

}  // namespace

std::string fault_in_gradescope(const std::string& file)
{
    std::string fault;
    const Json root = parse(file, fault);
    if (!fault.empty()) return fault;
    fault = fault_in(root,
                     {{"score", {number}}, {"execution_time", {number}}, {"output", {text}}, {"output_format", {kFormat}}, {"test_output_format", {kFormat}}, {"test_name_format", {kFormat}}, {"visibility", {kVisibility}},
                      {"stdout_visibility", {kVisibility}}, {"extra_data", {object}}, {"tests", {list, true}}, {"leaderboard", {list}}},
                     "results.json");
    if (!fault.empty()) return fault;
    bool scored = true;
    fault = first_fault(root["tests"], [&](const Json& test) {
        scored = scored && test.contains("score");
        return fault_in(test,
                        {{"score", {number}}, {"max_score", {number}}, {"status", {one_of({"passed", "failed"}), true}}, {"name", {some_text, true}}, {"name_format", {kFormat}}, {"number", {like("^[0-9]+(\\.[0-9]+)*$")}},
                         {"output", {text}}, {"output_format", {kFormat}}, {"tags", {list}}, {"visibility", {kVisibility}}, {"extra_data", {object}}},
                        "a test");
    });
    if (!fault.empty()) return fault;
    // The grader's own fault is reported as no score at all, with an explanation in words.
    if (!root.contains("score") && (!root.contains("output") || root["output"].get<std::string>().find("grader itself failed") == std::string::npos)) return "there is no score, and no word why";
    if (!root.contains("score") && first_fault(root["tests"], [](const Json& test) { return test.contains("score") ? "scored" : ""; }) == "scored") return "a test has a score, which would be the sum";
    return root.contains("leaderboard") ? first_fault(root["leaderboard"], [](const Json& entry) {
        return fault_in(entry, {{"name", {some_text, true}}, {"value", {[](const Json& value) { return number(value) || text(value); }, true}}, {"order", {one_of({"asc", "desc"})}}}, "the leaderboard");
    }) : "";
}

std::string fault_in_classroom50(const std::string& file)
{
    std::string fault;
    const Json root = parse(file, fault);
    if (!fault.empty()) return fault;
    const Check instant = like("^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ$");
    fault = fault_in(root,
                     {{"schema", {one_of({"classroom50/result/v1"}), true}}, {"classroom", {some_text, true}}, {"assignment", {some_text, true}}, {"assignment_type", {one_of({"individual", "group"}), true}},
                      {"owner", {some_text, true}}, {"submission", {like("^submit/"), true}}, {"commit", {some_text, true}}, {"release", {some_text, true}}, {"review", {some_text, true}}, {"datetime", {instant, true}},
                      {"graded_at", {instant}}, {"score", {whole, true}}, {"max-score", {whole, true}}, {"tests", {list, true}}, {"submitted_by", {object}}},
                     "result.json");
    if (!fault.empty()) return fault;
    if (root["score"] > root["max-score"]) return "the score is above the maximum";
    return first_fault(root["tests"], [](const Json& test) {
        std::string wrong = fault_in(test, {{"test-name", {some_text, true}}, {"passed", {truth, true}}, {"score", {whole, true}}, {"max-score", {whole, true}}}, "a test", true);
        return !wrong.empty() ? wrong : test["score"] > test["max-score"] ? "a test's score is above its maximum" : "";
    });
}

std::string fault_in_autolab(const std::string& file)
{
    if (std::ranges::count(file, '\n') != 1 || file.back() != '\n') return "it is not one line";
    std::string fault;
    const Json root = parse(file, fault);
    if (!fault.empty()) return fault;
    fault = fault_in(root, {{"scores", {object, true}}, {"scoreboard", {list}}}, "the autoresult");
    if (!fault.empty()) return fault;
    for (const Json& score : root["scores"])
        if (!number(score)) return "a score is not a number";
    return root.contains("scoreboard") ? first_fault(root["scoreboard"], [](const Json& value) { return number(value) ? "" : "the scoreboard has what is not a number"; }) : "";
}

std::string fault_in_prairielearn(const std::string& file)
{
    if (file.size() > 1'000'000) return "it is larger than 1 MB";
    std::string fault;
    const Json root = parse(file, fault);
    if (!fault.empty()) return fault;
    fault = fault_in(root, {{"gradable", {truth}}, {"score", {[](const Json& value) { return number(value) && value >= 0.0 && value <= 1.0; }}}, {"message", {text}}, {"output", {text}}, {"images", {list}}, {"tests", {list}}, {"format_errors", {list}}},
                     "results.json");
    if (!fault.empty()) return fault;
    const bool gradable = root.value("gradable", true);
    if (gradable != root.contains("score")) return gradable ? "there is no score" : "what is not gradable has a score";
    if (!gradable) return root.contains("format_errors") ? first_fault(root["format_errors"], [](const Json& error) { return some_text(error) ? "" : "a format error is not text"; }) : "no word why it is not gradable";
    return root.contains("tests") ? first_fault(root["tests"], [](const Json& test) {
        return fault_in(test, {{"name", {some_text, true}}, {"description", {text}}, {"points", {number, true}}, {"max_points", {number, true}}, {"message", {text}}, {"output", {text}}, {"images", {list}}}, "a test");
    }) : "";
}

std::string fault_in_annotations(const std::string& all)
{
    static const std::regex kLine("::error (file=[^,:]+,)?(line=[1-9][0-9]*,)?title=[^,:]+::[^\r]*");
    std::istringstream lines(all);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count)
        if (!std::regex_match(line, kLine)) return "not an annotation: " + line;
    if (!all.empty() && all.back() != '\n') return "the last line has no end";
    return count > 10 ? "more than GitHub shows" : "";
}

}  // namespace halo::grader::test
