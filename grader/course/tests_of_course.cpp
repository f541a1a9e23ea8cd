#include "course/tests_of_course.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "course/read_tests.hpp"
#include "machine/errors.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::course {
namespace {

constexpr double kMostPointsOfTest = 1e6;
constexpr std::size_t kLongestName = 200;       // bytes

[[noreturn]] void refuse(const std::string& place, const std::string& what, const std::string& where = "", const std::string& advice = "")
{
    throw UsageError({fmt::format("{}: {}", place, what), where, advice});
}

bool is_hidden(const Judgement& judgement, const std::string& test)
{
    return std::ranges::any_of(judgement.cases, [&](const JudgedCase& one) { return one.hidden && one.name == test; });
}

class Reader {
public:
    explicit Reader(const std::function<std::string(const toml::node&)>& place) : place_(place) {}

    TestsOfLab read(const toml::table& lab)
    {
        if (const toml::node* tests = lab.get("tests")) {
            const toml::array* all = tests->as_array();
            if (all == nullptr) refuse(place_(*tests), "tests must be tables, each under [[labs.….tests]]");
            for (const toml::node& test : *all) added(table(test, "tests"));
        }
        if (const toml::node* points = lab.get("points_of_tests"))
            for (const auto& [function, tests] : table(*points, "points_of_tests"))
                for (const auto& [test, value] : table(tests, function.str())) worth({std::string(function.str()), std::string(test.str())}, value);
        return std::move(read_);
    }

private:
    const toml::table& table(const toml::node& node, std::string_view key) const
    {
        if (const toml::table* table = node.as_table()) return *table;
        refuse(place_(node), fmt::format("{} must be a table", printable(key)));
    }

    /// One line, since it is printed as one.
    std::string sentence(const toml::node& node, std::string_view key) const
    {
        const auto text = node.is_string() ? node.value<std::string>() : std::nullopt;
        if (!text || text->empty() || text->size() > kLongestName || trimmed(*text) != *text || printable(*text) != *text)
            refuse(place_(node), fmt::format("{} must be a text of one line, of at most {} bytes", key, kLongestName));
        return *text;
    }

    void worth(const std::pair<std::string, std::string>& test, const toml::node& node)
    {
        const auto value = node.is_number() ? node.value<double>() : std::nullopt;
        if (!value || !(*value >= 0 && *value <= kMostPointsOfTest)) refuse(place_(node), fmt::format("the points of a test must be a number from 0 to {}", kMostPointsOfTest));
        read_.worth[test] = {*value, place_(node)};
    }

    /// `[[131, 1], [1, 257]]`, or `[131, 257]` where a size is one number.
    std::vector<std::vector<std::int64_t>> sizes(const toml::node& node) const
    {
        std::vector<std::vector<std::int64_t>> out;
        const auto number = [&](const toml::node& one) {
            if (!one.is_integer()) refuse(place_(one), "a size consists of whole numbers", "", "sizes = [[131, 1], [1, 257]]");
            return *one.value<std::int64_t>();
        };
        const toml::array* all = node.as_array();
        if (all == nullptr) refuse(place_(node), "sizes must be a list", "", "sizes = [[131, 1], [1, 257]]");
        for (const toml::node& size : *all) {
            out.emplace_back();
            if (const toml::array* numbers = size.as_array())
                for (const toml::node& one : *numbers) out.back().push_back(number(one));
            else
                out.back().push_back(number(size));
        }
        return out;
    }

    void added(const toml::table& table)
    {
        AddedTest test;
        test.place = place_(table);
        const toml::node* points = nullptr;
        for (const auto& [key, node] : table) {
            const std::string name(key.str());
            if (name == "function") test.function = sentence(node, name);
            else if (name == "name") test.name = sentence(node, name);
            else if (name == "sizes") test.sizes = sizes(node);
            else if (name == "points") points = &node;
            else if (name == "hidden" && node.is_boolean()) test.hidden = *node.value<bool>();
            else if (name == "hidden") refuse(place_(node), "hidden must be true or false");
            else {
                const std::vector<std::string> keys{"function", "name", "sizes", "hidden", "points"};
                refuse(place_(node), fmt::format("unknown key {} in tests", printable(name)), "", did_you_mean(name, keys, "the keys are"));
            }
        }
        if (test.function.empty() || test.name.empty() || test.sizes.empty()) refuse(test.place, "a test needs function, name and sizes");
        if (points != nullptr) worth({test.function, test.name}, *points);
        read_.added.push_back(std::move(test));
    }

    const std::function<std::string(const toml::node&)>& place_;
    TestsOfLab read_;
};

}  // namespace

bool failed_in_hidden(const Judgement& judgement)
{
    if (!judgement.hides || judgement.verdict == Verdict::passed || judgement.verdict == Verdict::grader_fault) return false;
    return judgement.about.empty() || is_hidden(judgement, judgement.about);
}

bool ended_by_hidden(const Judgement& judgement, const JudgedCase& test) { return !test.ran && is_hidden(judgement, test.about); }

TestsOfLab read_tests(const toml::table& lab, const std::function<std::string(const toml::node&)>& place) { return Reader(place).read(lab); }

std::string TestsOfLab::text() const
{
    if (added.empty()) return "";
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const AddedTest& test : added) {
        all.push_back({{"function", test.function}, {"name", test.name}, {"sizes", test.sizes}});
        if (test.hidden) all.back()["hidden"] = true;
    }
    return all.dump();
}

bool TestsOfLab::hides(const std::string& function, const std::string& test) const
{
    return std::ranges::any_of(added, [&](const AddedTest& one) { return one.hidden && one.function == function && one.name == test; });
}

Judgement TestsOfLab::marked(Judgement judgement) const
{
    const bool any_hidden = std::ranges::any_of(added, [&](const AddedTest& one) { return one.hidden && one.function == judgement.function; });
    judgement.hides = any_hidden && judgement.verdict != Verdict::missing && judgement.verdict != Verdict::does_not_compile;      // of these, nothing ran
    for (JudgedCase& one : judgement.cases) one.hidden = hides(judgement.function, one.name);
    return judgement;
}

void TestsOfLab::check(const std::string& lab, const LabTests& there, const std::function<double(const std::string&)>& max_points) const
{
    std::vector<std::string> functions;
    for (const auto& [function, tests] : there.of) functions.push_back(function);
    const auto check_function = [&](const std::string& function, const std::string& place) {
        if (!there.of.contains(function)) refuse(place, fmt::format("{} has no function {}", lab, printable(function)), "", did_you_mean(function, functions, "its functions are"));
    };
    for (const AddedTest& test : added) check_function(test.function, test.place);
    for (const RefusedTest& test : there.refused) refuse(added.at(test.number).place, test.why.headline, test.why.where, test.why.attempt);

    std::map<std::string, double> sums;
    for (const auto& [test, points] : worth) {
        const auto& [function, name] = test;
        check_function(function, points.place);
        std::vector<std::string> names = there.of.at(function);
        for (const AddedTest& one : added)
            if (one.function == function) names.push_back(one.name);
        if (std::ranges::find(names, name) == names.end())
            refuse(points.place, fmt::format("{} has no test \"{}\"", function, printable(name)), "", did_you_mean(name, names, "its tests are"));
        sums[function] += points.points;
        if (const double most = max_points(function); sums[function] > most + 1e-9)
            refuse(points.place, fmt::format("the tests of {} are worth more than the function, which has {} points", function, number(most)), "",
                   fmt::format("give it more, or its tests less; what they leave of the {} is for passing them all", number(most)));
    }
}

}  // namespace halo::grader::course
