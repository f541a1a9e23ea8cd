#include "student/questions.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <toml++/toml.h>

#include "findings/counters.hpp"
#include "findings/explain.hpp"
#include "findings/number.hpp"
#include "findings/predicted.hpp"
#include "student/fault.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

struct InFile {
    fs::path file;

    [[noreturn]] void refuse(const toml::source_region& at, std::string_view what, std::string_view where, std::string_view attempt) const
    {
        throw Refusal({fmt::format("{}:{}: {}", file.filename().string(), at.begin.line, what), std::string(where), std::string(attempt)});
    }
};

std::vector<std::string> counter_names()
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

toml::table parsed_toml(const fs::path& file, std::string_view attempt)
{
    std::ifstream in(file);
    if (!in)
        throw Refusal({file.filename().string() + ": cannot be read", file.string(), "restore it: git checkout " + file.filename().string()});
    try {
        return toml::parse(in, file.string());
    } catch (const toml::parse_error& error) {
        InFile{file}.refuse(error.source(), error.description(), "the file is TOML", attempt);
    }
}

/// The parser's own conversion rejects whole numbers that a double would round.
std::optional<double> number_in(const toml::node& node)
{
    if (const auto* whole = node.as_integer()) return double(whole->get());
    if (const auto* other = node.as_floating_point()) return other->get();
    return {};
}

/// Why a value is not an answer, quoting it as the parser kept it.
std::string as_written(const toml::node& node)
{
    if (const auto text = node.value_exact<std::string>()) return fmt::format("\"{}\" is not", *text);
    if (const auto truth = node.value_exact<bool>()) return fmt::format("{} is not", *truth);
    if (const auto number = number_in(node)) return fmt::format("{} is not", *number);
    return node.is_array() ? "a list is not" : node.is_table() ? "a table is not" : "a date is not";
}

/// An answer in the file. `bare`: written in place of the question's table, as files of an earlier version have it, where 0 means
/// not yet predicted.
std::optional<Prediction> answer_in(const toml::node& node, const std::string& counter, bool bare, const InFile& in, const std::string& where)
{
    const auto* text = node.as_string();
    if (text != nullptr && !bare) {
        if (trimmed(text->get()).empty()) return {};
        if (const Typed understood = typed(text->get(), counter); understood.understood) return understood.answer;
    }
    const bool number = node.is_integer() || (node.is_floating_point() && counter == kRatio);
    const double value = number ? number_in(node).value_or(-1) : -1;
    if (!possible(value, counter))
        in.refuse(node.source(), fmt::format("{} must be a {}number, 0 or more; {}", counter, counter == kRatio ? "" : "whole ", as_written(node)),
                  where, bare ? "digits without quotes, as in " + counter + " = 1200; 0 means not yet predicted"
                              : "answer = " + std::string(counter == kRatio ? "2.5" : "1200") + ", or a product in quotes: \"200 * 6\"; \"?\" declines");
    if (bare && value == 0) return {};
    return Prediction(value);
}

std::string text_at(const toml::table& table, std::string_view key) { return table[key].value_or(std::string{}); }

}  // namespace

std::vector<std::string> functions_of(const fs::path& lab_toml)
{
    std::vector<std::string> functions;
    const toml::table root = parsed_toml(lab_toml, "restore it: git checkout lab.toml");
    if (const toml::array* names = root["functions"].as_array())
        for (const toml::node& name : *names) functions.push_back(name.value_or(std::string{}));
    return functions;
}

std::vector<Question> read_questions(const fs::path& file, const std::vector<std::string>& functions)
{
    if (!fs::exists(file)) return {};
    const InFile in{file};
    const toml::table root = parsed_toml(file, "below a question, one line: answer = 1200");
    const std::vector<std::string> names = counter_names();
    std::map<toml::source_index, Question> in_order;        // by line: the parser sorts by name
    for (const auto& [function_key, node] : root) {
        const std::string function(function_key.str());
        const toml::table* asked = node.as_table();
        if (asked == nullptr)
            in.refuse(node.source(), fmt::format("{} belongs to no function", function), "above the first [function]",
                      fmt::format("write it below [{}]", functions.empty() ? "function" : functions.front()));
        if (!contains(functions, function))
            in.refuse(node.source(), fmt::format("this lab has no function {}", function), fmt::format("the heading [{}]", function),
                      functions.empty() ? "delete the file" : fmt::format("[{}]?", nearest(function, functions)));
        for (const auto& [key, value] : *asked) {
            const std::string counter(key.str());
            if (counter == "measured") continue;
            const std::string where = fmt::format("below [{}]", function);
            if (!contains(names, counter))
                in.refuse(value.source(), fmt::format("nothing that is measured is called {}", counter), where,
                          fmt::format("{}?", nearest(counter, names)));
            Question question{function, counter, text_at(*asked, "measured"), {}};
            const toml::table* table = value.as_table();
            if (table != nullptr) {
                question.text = text_at(*table, "question");
                const toml::node* answer = table->get("answer");
                if (answer != nullptr) question.written = answer_in(*answer, counter, false, in, fmt::format("below [{}]", question.name()));
            } else {
                question.written = answer_in(value, counter, true, in, where);
            }
            in_order[value.source().begin.line] = std::move(question);
        }
    }
    std::vector<Question> questions;
    for (auto& [line, question] : in_order) questions.push_back(std::move(question));
    return questions;
}

Typed typed(std::string_view text, std::string_view counter)
{
    text = trimmed(text);
    if (text.empty() || text == "?") return {true, {}};
    const std::optional<double> number = number_from(text);
    if (!number || !possible(*number, counter)) return {};
    return {true, *number};
}

std::string accepted(std::string_view counter)
{
    return counter == kRatio ? "a number, as in 2.5 or 45000 / 18000; with a point, not a comma"
                             : "a whole number, as in 6000, 6,000 or 20 * 300";
}

std::string written_out(double value)
{
    return value == std::floor(value) ? thousands(std::int64_t(value)) : fmt::format("{:.2f}", value);
}

}  // namespace halo::student
