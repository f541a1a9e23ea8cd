#include <algorithm>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/reports.hpp"
#include "speed/sentences.hpp"

namespace halo::grader::report {
namespace {

/// A column: its two heads and a text per row.
struct Column {
    std::string head, below;
    std::vector<std::string> cells;
    std::size_t width = 0;
    std::string lab = {};
};

constexpr std::size_t kLongestName = 24;

/// What a table says of a cell.
using Says = std::string (*)(const gradebook::Cell&);

std::string verdict_of(const gradebook::Cell& cell) { return cell.words(); }
std::string speed_of(const gradebook::Cell& cell) { return cell.timing ? speed::brief(*cell.timing, speed::Intervals::shown) : ""; }

std::vector<Column> columns_of(const gradebook::Table& table, Says says)
{
    std::vector<Column> list;
    for (std::size_t lab = 0; lab < table.run.labs.size(); ++lab)
        for (std::size_t f = 0; f < table.run.labs[lab].functions.size(); ++f) {
            Column column{f == 0 ? table.run.labs[lab].lab : "", table.run.labs[lab].functions[f], {}, 0};
            for (const gradebook::Row& row : table.rows) column.cells.push_back(says(row.labs[lab].cells[f]));
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

/// As many columns side by side as the terminal has room for; the points come last.
std::string side_by_side(const gradebook::Table& table, const std::vector<Column>& list, std::size_t width, bool with_points)
{
    std::size_t names = columns("student");
    for (const gradebook::Row& row : table.rows) names = std::max(names, columns(row.student));
    names = std::min(names, kLongestName);

    std::string out;
    for (std::size_t first = 0; first < list.size();) {
        // As many columns as fit on the line, at least one; the points follow the last.
        std::size_t used = names, last = first;
        const auto needs = [&](std::size_t i) { return list[i].width + 2 + (with_points && i + 1 == list.size() ? 13 : 0); };
        while (last < list.size() && (last == first || used + needs(last) <= width)) used += needs(last++);
        const bool points = with_points && last == list.size();

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
            const gradebook::Row& row = table.rows[r];
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

/// Columns in which nothing was timed are left out.
std::string speeds(const gradebook::Table& table, std::size_t width)
{
    std::vector<Column> list = columns_of(table, speed_of);
    std::string lab;
    std::vector<Column> timed;
    for (Column& column : list) {
        if (!column.head.empty()) lab = column.head;
        if (std::ranges::all_of(column.cells, [](const std::string& cell) { return cell.empty(); })) continue;
        column.head = timed.empty() || lab != timed.back().lab ? lab : "";
        column.lab = lab;
        timed.push_back(std::move(column));
    }
    std::string head = "speed";
    if (const std::string card = table.card(); !card.empty()) head += " on an " + printable(card);
    head += ": time, times as fast as the basic kernel, share of the rate of a copy\n";
    std::string why;
    if (table.run.card && table.run.card->name.empty()) why = text(table.run.card->why) + '\n';
    return '\n' + head + why + side_by_side(table, timed, width, false);
}

std::string signed_number(double change) { return change > 0 ? "+" + number(change, 2) : number(change, 2); }

/// What was changed by hand, row by row, and how often the rules about time changed something. Nothing if nothing was.
std::string changes(const gradebook::Table& table)
{
    std::string by_hand;
    std::size_t late = 0, dropped = 0, unknown = 0;
    const auto add = [&](const gradebook::Row& row, const std::string& place, const record::Steps& steps) {
        for (const record::Step& step : steps)
            if (step.why == record::Step::Why::by_hand) by_hand += fmt::format("  {} {}: {} points; {}\n", row.student, place, signed_number(step.change), printable(step.what));
    };
    for (const gradebook::Row& row : table.rows) {
        for (const gradebook::LabCells& lab : row.labs) {
            late += lab.late.late();
            dropped += lab.dropped;
            unknown += lab.late.unknown() && std::ranges::any_of(lab.cells, [](const gradebook::Cell& cell) { return !cell.file.empty(); });
            for (const gradebook::Cell& cell : lab.cells) add(row, lab.lab + " " + cell.function, cell.steps);
            add(row, lab.lab, lab.steps);
        }
        add(row, "total", row.steps);
    }
    std::string out;
    if (late > 0) out += fmt::format("late: {} of the labs handed in\n", late);
    if (unknown > 0) out += fmt::format("due, with an unknown time of hand-in: {} of the labs, which costs nothing\n", unknown);
    if (dropped > 0) out += fmt::format("dropped as the lowest: {} of the labs\n", dropped);
    if (!by_hand.empty()) out += "by hand:\n" + by_hand;
    return out.empty() ? "" : '\n' + out;
}

}  // namespace

std::string terminal(const gradebook::Table& table, std::size_t width)
{
    return side_by_side(table, columns_of(table, verdict_of), width, true) + (table.speeds() ? speeds(table, width) : "") + changes(table);
}

}  // namespace halo::grader::report
