#include <algorithm>

#include <fmt/format.h>

#include "report/reports.hpp"
#include "text.hpp"

namespace halo::grader::report {
namespace {

/// A column: its two heads and a text per row.
struct Column {
    std::string head, below;
    std::vector<std::string> cells;
    std::size_t width = 0;
};

constexpr std::size_t kLongestName = 24;

std::vector<Column> columns_of(const Table& table)
{
    std::vector<Column> list;
    for (std::size_t lab = 0; lab < table.run.labs.size(); ++lab)
        for (std::size_t f = 0; f < table.run.labs[lab].functions.size(); ++f) {
            Column column{f == 0 ? table.run.labs[lab].lab : "", table.run.labs[lab].functions[f], {}, 0};
            for (const Row& row : table.rows) column.cells.push_back(words(row.labs[lab].cells[f].judgement.verdict));
            list.push_back(std::move(column));
        }
    for (Column& column : list) {
        column.width = std::max(columns(column.head), columns(column.below));
        for (const std::string& cell : column.cells) column.width = std::max(column.width, columns(cell));
    }
    return list;
}

void strip_right(std::string& text)
{
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
}

}  // namespace

std::string terminal(const Table& table, std::size_t width)
{
    const std::vector<Column> list = columns_of(table);
    std::size_t names = columns("student");
    for (const Row& row : table.rows) names = std::max(names, columns(row.student));
    names = std::min(names, kLongestName);

    std::string out;
    for (std::size_t first = 0; first < list.size();) {
        // As many columns as fit on the line, at least one; the points follow the last.
        std::size_t used = names, last = first;
        const auto needs = [&](std::size_t i) { return list[i].width + 2 + (i + 1 == list.size() ? 13 : 0); };
        while (last < list.size() && (last == first || used + needs(last) <= width)) used += needs(last++);
        const bool points = last == list.size();

        std::string heads = fit("", names), below = fit("student", names);
        for (std::size_t i = first; i < last; ++i) {
            heads += "  " + fit(list[i].head, list[i].width);
            below += "  " + fit(list[i].below, list[i].width);
        }
        if (points) below += fmt::format("  {:>11}", "points");
        strip_right(heads);
        strip_right(below);
        out += (first == 0 ? "" : "\n") + heads + below;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const Row& row = table.rows[r];
            std::string line = fit(row.student, names);
            for (std::size_t i = first; i < last; ++i) line += "  " + fit(list[i].cells[r], list[i].width);
            if (points) {
                const auto sum = row.points();
                line += fmt::format("  {:>11}", fmt::format("{} / {}", sum ? number(*sum, 2) : "–", number(row.max_points(), 2)));
            }
            strip_right(line);
            out += line;
        }
        first = last;
    }
    return out;
}

}  // namespace halo::grader::report
