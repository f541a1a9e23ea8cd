// Which column of a gradebook is a lab's. Instructors name assignments as they like: `Lab 07`, `07_conv2d_tiled`, the lab's title.

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arrival/import/unicode.hpp"
#include "export/filling.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

using Words = std::vector<std::string>;

/// Small letters and digits; a number is a word of its own, without leading zeros: `Lab07: 2-D` is lab, 7, 2, d.
Words words_of(std::string_view text)
{
    Words words;
    char kind = ' ';
    for (const char c : text) {
        const unsigned char byte = static_cast<unsigned char>(c);
        const char now = std::isdigit(byte) ? '0' : std::isalpha(byte) || byte >= 0x80 ? 'a' : ' ';
        if (now != ' ' && now != kind) words.emplace_back();
        if (now != ' ') words.back() += static_cast<char>(std::tolower(byte));
        kind = now;
    }
    for (std::string& word : words) word.erase(0, std::min(word.find_first_not_of('0'), word.size() - 1));
    return words;
}

bool holds(const Words& words, const Words& part)
{
    return !part.empty() && std::search(words.begin(), words.end(), part.begin(), part.end()) != words.end();
}

bool is_number(const std::string& word) { return std::isdigit(static_cast<unsigned char>(word[0])); }

/// The number by which a title names a lab: `07 tiles`, `Lab 7`. Not that of `Week 3` or `2-D convolution`; empty: there is none.
std::string number_of(const Words& words)
{
    static const std::set<std::string> kLab = {"lab", "labs", "laboratory", "exercise", "ex", "assignment", "homework", "hw", "task", "problem", "praktikum", "übung", "Übung", "aufgabe", "blatt",
                                               "práctica", "practica", "tarea", "ejercicio", "laboratorio", "tp", "td", "exercice", "devoir", "esercizio", "compito", "opdracht"};
    if (words.empty()) return "";
    if (is_number(words[0])) return words.size() > 1 && words[1] == "d" ? "" : words[0];
    return words.size() > 1 && is_number(words[1]) && kLab.contains(words[0]) ? words[1] : "";
}

/// How many letters must change to make one of the other.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row[b.size()];
}

std::string listing(const std::vector<Fillable>& columns)
{
    std::vector<std::string> titles;
    for (const Fillable& each : columns) titles.push_back(printable(each.title));
    return titles.empty() ? "it has none" : fmt::format("{}", fmt::join(titles, "; "));
}

std::string nearest(std::string_view wanted, const std::vector<Fillable>& columns)
{
    const std::string letters = arrival::letters(wanted);
    const auto best = std::ranges::min_element(columns, {}, [&](const Fillable& each) { return distance(letters, arrival::letters(each.title)); });
    return best == columns.end() ? "" : printable(best->title);
}

[[noreturn]] void absent(const std::string& headline, std::string_view wanted, const std::vector<Fillable>& columns, const char* otherwise)
{
    const std::string near = nearest(wanted, columns);
    throw UsageError({headline, "its columns: " + listing(columns), near.empty() ? otherwise : fmt::format("--column '{}'? Otherwise {}", near, otherwise)});
}

}  // namespace

std::size_t column_of(const record::RunLab& lab, const std::vector<Fillable>& columns, const Worksheet& sheet)
{
    const Words name = words_of(lab.lab), title = words_of(lab.title);
    const std::string number = name.empty() || !is_number(name[0]) ? "" : name[0];
    const Words stem(name.begin() + (number.empty() ? 0 : 1), name.end());
    std::vector<const Fillable*> exact, likely;
    for (const Fillable& each : columns) {
        const Words words = words_of(each.title);
        if (words == name || words == title || words == stem) exact.push_back(&each);
        else if (holds(words, name)) likely.push_back(&each);
        else if (const std::string other = number_of(words); !number.empty() && !other.empty() && other != number) continue;    // another lab's
        else if ((!number.empty() && other == number) || holds(words, title) || holds(words, stem)) likely.push_back(&each);
    }
    const std::vector<const Fillable*>& found = exact.empty() ? likely : exact;
    if (found.size() == 1) return found[0]->column;
    if (found.empty()) absent(fmt::format("{}: no column is called like lab {}", sheet.name(), lab.lab), lab.lab, columns, "make the assignment in the LMS, and download the file again");
    std::vector<std::string> titles;
    for (const Fillable* each : found) titles.push_back(printable(each->title));
    throw UsageError({fmt::format("{}: {} columns may be lab {}", sheet.name(), found.size(), lab.lab), fmt::format("{}", fmt::join(titles, "; ")),
                      fmt::format("choose one: --lab {} --column '{}'", lab.lab, titles[0])});
}

std::size_t column_titled(std::string_view title, const std::vector<Fillable>& columns, const Worksheet& sheet)
{
    const auto choose = [&](auto matches) {
        std::vector<const Fillable*> found;
        for (const Fillable& each : columns)
            if (matches(each)) found.push_back(&each);
        return found;
    };
    const std::string wanted = arrival::letters(title);
    auto found = choose([&](const Fillable& each) { return trimmed(sheet.text(0, each.column)) == trimmed(title); });
    if (found.empty()) found = choose([&](const Fillable& each) { return arrival::letters(sheet.text(0, each.column)) == wanted; });
    if (found.empty()) found = choose([&](const Fillable& each) { return arrival::letters(each.title) == wanted; });
    if (found.size() == 1) return found[0]->column;
    const std::string shown = printable(title);
    if (found.empty()) absent(fmt::format("{}: no column that can be filled is called {}", sheet.name(), shown), title, columns, "take its title from the file's first line");
    throw UsageError({fmt::format("{}: {} columns are called {}", sheet.name(), found.size(), shown), fmt::format("its columns: {}", sheet.columns()), "name one with its number: --column 'Lab 07 (12345)'"});
}

}  // namespace halo::grader::exports
