#include "course.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "errors.hpp"
#include "policy/read_tests.hpp"

namespace halo::grader {
namespace {

/// Rejects what the file's author cannot have meant.
class Reader {
public:
    explicit Reader(std::string_view source) : source_(source) {}

    [[noreturn]] void refuse(const toml::node& at, const std::string& what, const std::string& advice = "") const
    {
        throw UsageError({fmt::format("{}:{}: {}", source_, at.source().begin.line, what), "", advice});
    }

    std::string place(const toml::node& at) const { return fmt::format("{}:{}", source_, at.source().begin.line); }

    double number(const toml::node& node, std::string_view key, double least, double most) const
    {
        const auto value = node.value<double>();
        if (!value || !(*value >= least && *value <= most))
            refuse(node, fmt::format("{} must be a number from {} to {}", key, least, most));
        return *value;
    }

    const toml::table& table(const toml::node& node, std::string_view key) const
    {
        if (const toml::table* table = node.as_table()) return *table;
        refuse(node, fmt::format("{} must be a table", key));
    }

private:
    std::string source_;
};

constexpr double kMostPoints = 1e6;

/// `{ points = 5, from = 0.5, full = 0.95 }`
SpeedCredit speed_credit(const Reader& reader, const toml::node& node, const std::string& function)
{
    constexpr double kNarrowest = 0.04;                 // in parts of `full`: noise must not decide
    SpeedCredit credit;
    credit.full = 0;
    for (const auto& [key, value] : reader.table(node, function)) {
        const std::string name(key.str());
        if (name == "points") credit.points = reader.number(value, name, 0, kMostPoints);
        else if (name == "from") credit.from = reader.number(value, name, 0, 1000);
        else if (name == "full") credit.full = reader.number(value, name, 0, 1000);
        else if (name == "steps") credit.steps = int(reader.number(value, name, 1, 20));
        else if (name == "over" && (value.value_or(std::string()) == "copy" || value.value_or(std::string()) == "basic"))
            credit.over = value.value_or(std::string()) == "copy" ? SpeedCredit::Over::copy : SpeedCredit::Over::basic;
        else if (name == "over") reader.refuse(value, "over must be \"copy\" or \"basic\"");
        else reader.refuse(value, fmt::format("unknown key {} in speed.{}", name, function), "the keys are points, over, from, full and steps");
    }
    if (!(credit.from < credit.full)) reader.refuse(node, fmt::format("speed.{}: from must be less than full", function), "speed = { " + function + " = { points = 5, from = 0.5, full = 0.95 } }");
    if ((credit.full - credit.from) / credit.steps < kNarrowest * credit.full)
        reader.refuse(node, fmt::format("speed.{}: its {} steps are so narrow that noise would decide", function, credit.steps), "take fewer steps, or from and full further apart");
    return credit;
}

/// `{ points = 2, made = 1.0, within = 0.1 }`
PredictionCredit prediction_credit(const Reader& reader, const toml::node& node)
{
    PredictionCredit credit;
    bool has_points = false;
    for (const auto& [key, value] : reader.table(node, "predictions")) {
        const std::string name(key.str());
        if (name == "points") credit.points = reader.number(value, name, 0, kMostPoints), has_points = true;
        else if (name == "made") credit.made = reader.number(value, name, 0, 1);
        else if (name == "within") credit.within = reader.number(value, name, 0, 1);
        else reader.refuse(value, fmt::format("unknown key {} in predictions", name), "the keys are points, made and within");
    }
    if (!has_points) reader.refuse(node, "predictions: how many points are they worth?", "predictions = { points = 2, made = 1.0, within = 0.1 }");
    return credit;
}

}  // namespace

std::optional<PredictionCredit> Course::predictions(const std::string& lab) const
{
    const auto it = predictions_.find(lab);
    return it == predictions_.end() ? std::nullopt : std::optional(it->second);
}

void Course::check_questions(const std::string& lab, std::size_t questions) const
{
    if (const auto place = prediction_places_.find(lab); place != prediction_places_.end() && questions == 0)
        throw UsageError({fmt::format("{}: predictions: {} asks for none", place->second, lab), "it has no prediction.toml, or one without questions", "delete the key"});
}

void Course::check_names(const std::string& lab, const std::vector<std::string>& functions) const
{
    for (const auto& [whose, place] : places_)
        if (whose.first == lab && std::ranges::find(functions, whose.second) == functions.end())
            throw UsageError({fmt::format("{}: speed.{}: {} has no such function", place, whose.second, lab), fmt::format("its functions are {}", fmt::join(functions, ", ")), ""});
}

std::optional<SpeedCredit> Course::speed(const std::string& lab, const std::string& function) const
{
    const auto it = speed_.find({lab, function});
    return it == speed_.end() ? std::nullopt : std::optional(it->second);
}

double Course::max_points(const std::string& lab, const std::string& function) const
{
    const auto it = points_.find({lab, function});
    return it == points_.end() ? default_points_ : it->second;
}

const policy::TestsOfLab& Course::tests(const std::string& lab) const
{
    static const policy::TestsOfLab none;
    const auto it = tests_.find(lab);
    return it == tests_.end() ? none : it->second;
}

policy::TestPoints Course::test_points(const std::string& lab, const Judgement& judgement) const
{
    return policy::points_of_tests(tests(lab), judgement, [&](Verdict verdict) {
        const auto it = credit_.find(verdict);
        return it == credit_.end() ? 0.0 : it->second;
    });
}

std::optional<double> Course::points(const std::string& lab, const Judgement& judgement) const
{
    if (judgement.verdict == Verdict::grader_fault) return std::nullopt;
    const auto it = credit_.find(judgement.verdict);
    double fraction = it == credit_.end() ? 0.0 : it->second;
    if (judgement.verdict == Verdict::passed && judgement.reuse_ratio && judgement.expected_reuse_ratio) {
        const auto slow = credit_.find(Verdict::slow_pattern);
        const double least = slow == credit_.end() ? 0.0 : slow->second;
        const double whole = full_reuse_ * *judgement.expected_reuse_ratio - 1.0, made = *judgement.reuse_ratio - 1.0;
        if (whole > 0.0 && made < whole) fraction = least + (fraction - least) * std::max(0.0, made) / whole;
    }
    const double most = max_points(lab, judgement.function);
    const policy::TestPoints tests = test_points(lab, judgement);
    const double leak = judgement.leaked_bytes > 0 ? leak_deduction_ * most : 0.0;
    return std::max(0.0, tests.earned + fraction * (most - tests.worth) - leak);
}

Course parse_course(std::string_view text, std::string_view source)
{
    const Reader reader(source);
    Course course;
    toml::table root;
    try {
        root = toml::parse(text, source);
    } catch (const toml::parse_error& error) {
        throw UsageError({fmt::format("{}:{}: {}", source, error.source().begin.line, error.description()), "", ""});
    }
    for (const auto& [key, node] : root) {
        const std::string name(key.str());
        if (name == "title") {
            course.title = node.value_or(course.title);
        } else if (name == "full_reuse") {
            course.full_reuse_ = reader.number(node, name, 0, 1);
        } else if (name == "points") {
            course.default_points_ = reader.number(node, name, 0, kMostPoints);
        } else if (name == "leak_deduction") {
            course.leak_deduction_ = reader.number(node, name, 0, 1);
        } else if (name == "credit") {
            for (const auto& [verdict_key, value] : reader.table(node, name)) {
                const auto verdict = verdict_named(verdict_key.str());
                if (!verdict || *verdict == Verdict::grader_fault)
                    reader.refuse(value, fmt::format("credit for {}: there is no such verdict", verdict_key.str()));
                course.credit_[*verdict] = reader.number(value, verdict_key.str(), 0, 1);
            }
        } else if (name == "limits") {
            for (const auto& [key_of_limit, value] : reader.table(node, name)) {
                const std::string limit(key_of_limit.str());
                auto* const target = limit == "compile_cpu_s" ? &course.compile_cpu_s : limit == "run_cpu_s" ? &course.run_cpu_s : nullptr;
                if (target == nullptr)
                    reader.refuse(value, fmt::format("{} is not a limit", limit), "the limits are compile_cpu_s and run_cpu_s");
                *target = reader.number(value, limit, 0.1, 3600);
            }
        } else if (name == "labs") {
            for (const auto& [lab, functions] : reader.table(node, name)) {
                course.labs.emplace_back(lab.str());
                course.tests_[std::string(lab.str())] = policy::read_tests(reader.table(functions, lab.str()), [&](const toml::node& at) { return reader.place(at); });
                for (const auto& [function, value] : reader.table(functions, lab.str()))
                    if (function.str() == "speed")
                        for (const auto& [timed, credit] : reader.table(value, "speed")) {
                            const std::pair whose{std::string(lab.str()), std::string(timed.str())};
                            course.speed_[whose] = speed_credit(reader, credit, whose.second);
                            course.places_[whose] = reader.place(credit);
                        }
                    else if (function.str() == "predictions") {
                        course.predictions_[std::string(lab.str())] = prediction_credit(reader, value);
                        course.prediction_places_[std::string(lab.str())] = reader.place(value);
                    } else if (function.str() != "tests" && function.str() != "points_of_tests")
                        course.points_[{std::string(lab.str()), std::string(function.str())}] = reader.number(value, function.str(), 0, kMostPoints);
            }
        } else {
            reader.refuse(node, fmt::format("unknown key {}", name),
                          "the keys are title, points, full_reuse, leak_deduction, [credit], [limits] and [labs.…]");
        }
    }
    return course;
}

Course read_course(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad())
        throw UsageError({fmt::format("grader: the course file {} cannot be read", path.string()), "",
                          "name another with --course"});
    return parse_course(text, path.filename().string());
}

}  // namespace halo::grader
