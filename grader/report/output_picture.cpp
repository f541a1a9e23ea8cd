#include "report/output_picture.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/markup.hpp"

namespace halo::grader::report {
namespace {

constexpr int kCell = 9, kWeight = 20;      // px: of the map and of the footprint

/// The cells of one kind: how many, and the rows and columns between the outermost, in elements.
struct Part {
    std::size_t cells = 0;
    std::int64_t first_row = 0, last_row = 0, first_column = 0, last_column = 0;
};

Part part_of(const WrongOutput& wrong, char kind)
{
    Part part;
    for (std::int64_t r = 0; r < std::ssize(wrong.cells); ++r)
        for (std::int64_t c = 0; c < std::ssize(wrong.cells[std::size_t(r)]); ++c) {
            if (wrong.cells[std::size_t(r)][std::size_t(c)] != kind) continue;
            const std::int64_t row = r * wrong.high, last_row = std::min(row + wrong.high, wrong.rows) - 1, column = c * wrong.wide, last_column = std::min(column + wrong.wide, wrong.columns) - 1;
            part.first_row = part.cells == 0 ? row : std::min(part.first_row, row);
            part.first_column = part.cells == 0 ? column : std::min(part.first_column, column);
            part.last_row = std::max(part.last_row, last_row);
            part.last_column = std::max(part.last_column, last_column);
            ++part.cells;
        }
    return part;
}

std::string range(const char* one, const char* many, std::int64_t first, std::int64_t last)
{
    return first == last ? fmt::format("{} {}", one, first) : fmt::format("{} {} to {}", many, first, last);
}

std::string place(const WrongOutput& wrong, const Part& part)
{
    const std::string columns = range(wrong.rows == 1 ? "element" : "column", wrong.rows == 1 ? "elements" : "columns", part.first_column, part.last_column);
    return wrong.rows == 1 ? columns : range("row", "rows", part.first_row, part.last_row) + ", " + columns;
}

/// The cells of one kind as one path, a rectangle for each run in a row.
std::string runs(const WrongOutput& wrong, char kind)
{
    std::string path;
    for (std::size_t r = 0; r < wrong.cells.size(); ++r)
        for (std::size_t c = 0; c < wrong.cells[r].size();) {
            std::size_t end = c;
            while (end < wrong.cells[r].size() && wrong.cells[r][end] == kind) ++end;
            if (end > c) path += fmt::format("M{} {}h{}v{}h-{}z", c * kCell, r * kCell, (end - c) * kCell, kCell, (end - c) * kCell);
            c = end + 1;
        }
    return path;
}

std::string map(const WrongOutput& wrong)
{
    const std::size_t columns = wrong.cells.empty() ? 0 : wrong.cells[0].size(), width = columns * kCell, height = wrong.cells.size() * kCell;
    std::string grid;
    for (std::size_t c = 0; c <= columns; ++c) grid += fmt::format("M{} 0v{}", c * kCell, height);
    for (std::size_t r = 0; r <= wrong.cells.size(); ++r) grid += fmt::format("M0 {}h{}", r * kCell, width);
    // What was never written is crossed, what is wrong is filled: the difference is not a matter of colour.
    std::string crosses;
    for (std::size_t r = 0; r < wrong.cells.size(); ++r)
        for (std::size_t c = 0; c < wrong.cells[r].size(); ++c)
            if (wrong.cells[r][c] == WrongOutput::kNeverWritten) crosses += fmt::format("M{} {}l{} {}", c * kCell, r * kCell, kCell, kCell);
    return fmt::format("<svg class=\"wrong-map\" role=\"img\" aria-label=\"{}\" viewBox=\"-1 -1 {} {}\" width=\"{}\"><path class=\"bad\" d=\"{}\"/>"
                       "<path class=\"never\" d=\"{}\"/><path class=\"cross\" d=\"{}\"/><path class=\"grid\" d=\"{}\"/></svg>",
                       escaped(in_words(wrong)), width + 2, height + 2, width + 2, runs(wrong, WrongOutput::kWrong), runs(wrong, WrongOutput::kNeverWritten), crosses, grid);
}

std::string scale(const WrongOutput& wrong)
{
    const std::string shape = wrong.rows == 1 ? fmt::format("{} elements", wrong.columns) : fmt::format("{} rows of {}", wrong.rows, wrong.columns);
    if (wrong.high * wrong.wide == 1) return shape + "; a square for each element";
    return shape + (wrong.rows == 1 ? fmt::format("; a square for {} elements", wrong.wide) : fmt::format("; a square for {} × {} elements", wrong.high, wrong.wide));
}

/// A square for each weight of the filter: filled where its product is wrong, with the letter that the message's drawing has.
std::string footprint(const Footprint& f)
{
    std::string squares;
    for (std::size_t i = 0; i < f.marks.size(); ++i) {
        const Mark mark = f.marks[i];
        const int x = int(i) % f.columns * kWeight, y = int(i) / f.columns * kWeight;
        const char* kind = mark == Mark::right ? "read" : mark == Mark::no_product ? "cell" : "clash";
        squares += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", kind, x, y, kWeight - 1, kWeight - 1);
        if (mark != Mark::right && mark != Mark::no_product)
            squares += fmt::format("<text class=\"letter\" x=\"{}\" y=\"{}\">{}</text>", x + kWeight / 2, y + 14, escaped(std::string(1, sign(mark))));
    }
    const int width = f.columns * kWeight, height = int(f.marks.size()) / f.columns * kWeight;
    const std::string says = escaped(sentence(f));
    return fmt::format("<figure class=\"footprint\"><svg role=\"img\" aria-label=\"{}\" viewBox=\"-1 -1 {} {}\" width=\"{}\">{}</svg><figcaption>{}. <small>A square for each weight of the filter, "
                       "filled where its product is wrong.</small></figcaption></figure>",
                       says, width + 2, height + 2, width + 2, squares, says);
}

}  // namespace

std::string in_words(const WrongOutput& wrong)
{
    const Part bad = part_of(wrong, WrongOutput::kWrong), never = part_of(wrong, WrongOutput::kNeverWritten);
    const std::string array = printable(wrong.array);
    if (bad.cells == 0 && never.cells == 0) return fmt::format("Nothing of {} is wrong.", array);
    std::string out = bad.cells == 0 ? fmt::format("In {}, nothing is wrong", array) : fmt::format("In {}, wrong values lie in {}", array, place(wrong, bad));
    if (never.cells > 0) out += fmt::format("{} {}", bad.cells == 0 ? " but what was never written, in" : "; never written:", place(wrong, never));
    return out + ".";
}

std::string output_picture(const WrongOutput& wrong)
{
    std::string out = fmt::format("<figure class=\"wrong-output\"><div class=\"scroll plain\" tabindex=\"0\" role=\"region\" aria-label=\"Map of the output\">{}</div><figcaption>{} "
                                  "<small>{}, {}.</small></figcaption></figure>",
                                  map(wrong), escaped(in_words(wrong)), escaped(wrong.call), scale(wrong));
    if (wrong.footprint && wrong.footprint->wrong > 0 && wrong.footprint->columns > 0) out += footprint(*wrong.footprint);
    return out;
}

const char* const kPictureStyle = R"css(
.wrong-output, .footprint { margin: .8rem 0; }
.wrong-output figcaption, .footprint figcaption { color: var(--soft); max-width: 60ch; }
.wrong-output .scroll { overflow-x: auto; }
.wrong-map { display: block; max-width: none; }
.wrong-map .grid { stroke: var(--line); stroke-width: .5; fill: none; }
.wrong-map .bad { fill: var(--wrong); }
.wrong-map .never { fill: var(--panel); stroke: var(--wrong); stroke-width: 1; }
.wrong-map .cross { stroke: var(--wrong); stroke-width: 1.5; fill: none; }
.footprint svg { display: block; }
.footprint .cell { fill: var(--panel); }
.footprint .read { fill: var(--panel); stroke: var(--good); stroke-width: 1.5; }
.footprint .clash { fill: var(--wrong); }
.footprint .letter { text-anchor: middle; font-size: 13px; fill: var(--paper); }
)css";

}  // namespace halo::grader::report
