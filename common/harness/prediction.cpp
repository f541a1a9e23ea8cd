#include "harness/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace halo::lab {

namespace {

constexpr const char* kRatio = "reuse_ratio";       // the only number that is not whole
constexpr double kLargest = 9007199254740992.0;     // 2⁵³: up to here a double holds every whole number

[[noreturn]] void refuse(const std::filesystem::path& file, const toml::source_region& at, std::string_view what,
                         std::string_view where, std::string_view attempt)
{
    throw PredictionError(fmt::format("{}:{}: {}\n  where: {}\n  try:   {}", file.filename().string(), at.begin.line, what,
                                      where, attempt));
}

std::vector<std::string> measured_names()
{
    std::vector<std::string> names;
    for_each_counter([&](const char* name, auto) { names.emplace_back(name); });
    names.emplace_back(kRatio);
    return names;
}

/// Levenshtein distance: how many letters must be inserted, deleted or changed to turn `a` into `b`.
std::size_t letters_apart(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j)
            diagonal = std::exchange(row[j + 1], std::min({diagonal + (a[i] != b[j]), row[j] + 1, row[j + 1] + 1}));
    }
    return row.back();
}

const std::string& nearest(std::string_view word, const std::vector<std::string>& names)
{
    return *std::min_element(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return letters_apart(word, a) < letters_apart(word, b);
    });
}

bool contains(const std::vector<std::string>& names, std::string_view word)
{
    return std::find(names.begin(), names.end(), word) != names.end();
}

/// The parser's own conversion rejects whole numbers that a double would round.
std::optional<double> number_in(const toml::node& node)
{
    if (const auto* whole = node.as_integer()) return double(whole->get());
    if (const auto* other = node.as_floating_point()) return other->get();
    return {};
}

/// Why a value is no number of the wanted kind, quoting it as the parser kept it.
std::string as_written(const toml::node& node)
{
    if (const auto text = node.value_exact<std::string>()) return fmt::format("\"{}\" is text", *text);
    if (const auto truth = node.value_exact<bool>()) return fmt::format("{} is not", *truth);
    if (const auto number = number_in(node)) return fmt::format("{} is not", *number);
    return node.is_array() ? "a list is not" : node.is_table() ? "a table is not" : "a date is not";
}

double number_of(const toml::node& node, const std::string& name, const std::filesystem::path& file, const std::string& where)
{
    const bool ratio = name == kRatio;
    const double value = node.is_integer() || ratio ? number_in(node).value_or(-1) : -1;
    if (!(value >= 0 && value <= kLargest))
        refuse(file, node.source(), fmt::format("{} must be a {}number, 0 or more; {}", name, ratio ? "" : "whole ", as_written(node)),
               where, fmt::format("digits without quotes, as in {} = {}; 0 means not yet predicted", name, ratio ? "2.5" : "1200"));
    return value;
}

std::optional<double> measured(const Judgement& judgement, const std::string& name)
{
    if (name == kRatio) return judgement.reuse_ratio;
    std::optional<double> found;
    if (judgement.counters)
        for_each_counter([&](const char* counter, auto member) {
            if (name == counter) found = double((*judgement.counters).*member);
        });
    return found;
}

/// Whole numbers in full, others with two digits, as the profile prints them.
std::string shown(double value)
{
    return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
}

}  // namespace

std::vector<Prediction> read_predictions(const std::filesystem::path& file, const std::vector<std::string>& functions)
{
    std::ifstream in(file);
    if (!in)
        throw PredictionError(fmt::format("{}: cannot be read\n  where: {}\n  try:   restore it: git checkout {}",
                                          file.filename().string(), file.string(), file.filename().string()));
    toml::table root;
    try {
        root = toml::parse(in, file.string());
    } catch (const toml::parse_error& error) {
        refuse(file, error.source(), error.description(), "your predictions",
               "a line for each number: global_loads = 1200; with the function's name in brackets above them");
    }

    const std::vector<std::string> names = measured_names();
    std::map<toml::source_index, Prediction> in_order;      // by line: the parser sorts by name
    for (const auto& [function_key, node] : root) {
        const std::string function(function_key.str());
        if (functions.empty())
            refuse(file, node.source(), "this lab measures nothing to compare numbers with", "its tests.cpp has no LAB_MEASURE",
                   "empty the file, or delete it");
        const toml::table* numbers = node.as_table();
        if (numbers == nullptr)
            refuse(file, node.source(), fmt::format("{} belongs to no function", function), "above the first [function]",
                   fmt::format("write it below [{}]", functions.front()));
        if (!contains(functions, function))
            refuse(file, node.source(), fmt::format("this lab measures no function {}", function),
                   fmt::format("the heading [{}]", function), fmt::format("[{}]?", nearest(function, functions)));
        const std::string where = fmt::format("below [{}]", function);
        for (const auto& [key, value] : *numbers) {
            const std::string name(key.str());
            if (!contains(names, name))
                refuse(file, value.source(), fmt::format("nothing that is measured is called {}", name), where,
                       fmt::format("{}? `make profile` prints the names of what is not 0", nearest(name, names)));
            in_order[value.source().begin.line] = {function, name, number_of(value, name, file, where)};
        }
    }
    std::vector<Prediction> predictions;
    for (const auto& [line, prediction] : in_order) predictions.push_back(prediction);
    return predictions;
}

std::string compare_numbers(double predicted, double measured)
{
    if (predicted == 0) return fmt::format("not yet predicted, measured {}", shown(measured));
    const std::string numbers = fmt::format("predicted {}, measured {}: ", shown(predicted), shown(measured));
    if (shown(predicted) == shown(measured)) return numbers + "right";
    if (measured == 0) return numbers + "there are none";

    const bool too_high = predicted > measured;
    const double factor = too_high ? predicted / measured : measured / predicted;
    if (factor >= 2)
        return numbers + fmt::format("{} times {}", factor < 10 ? fmt::format("{:.1f}", factor) : fmt::format("{:.0f}", factor),
                                     too_high ? "too high" : "too low");
    const double percent = 100 * std::abs(predicted - measured) / measured;
    const std::string off = percent < 0.1 ? "less than 0.1" : fmt::format("{:.{}f}", percent, percent < 10 ? 1 : 0);
    return numbers + fmt::format("{}{} % too {}", percent <= 1 ? "close, " : "", off, too_high ? "high" : "low");
}

std::string compare_predictions(const std::vector<Prediction>& predictions, const Judgement& judgement)
{
    std::string text;
    for (const Prediction& prediction : predictions) {
        if (prediction.function != judgement.function) continue;
        const std::optional<double> found = measured(judgement, prediction.name);
        text += fmt::format("    {}: {}\n", prediction.name,
                            found ? compare_numbers(prediction.value, *found) : std::string("not measured here"));
    }
    return text.empty() ? text : "  your prediction\n" + text;
}

}  // namespace halo::lab
