#include "show/layout.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace halo::show {

namespace {

constexpr std::int64_t kLine = 32;              // elements of an array without rows, and threads of a flat block, in a line
constexpr std::int64_t kMostLines = 64, kMostColumns = 72;

struct Range {
    std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = std::numeric_limits<std::int64_t>::min();

    void add(std::int64_t value)
    {
        begin = std::min(begin, value);
        end = std::max(end, value + 1);
    }
    std::int64_t size() const { return end - begin; }
};

bool begins_sector(const Array& array, std::int64_t element)
{
    if (array.memory != Memory::global || array.texture) return false;     // a texture has an order of its own
    const std::int64_t byte = array.byte(element);
    return byte % kSector < array.element_bytes;
}

std::string memory_of(const Array& array)
{
    if (array.texture) return "read through a texture";
    switch (array.memory) {
    case Memory::shared: return "shared memory";
    case Memory::constant: return "constant memory";
    case Memory::lanes: return "registers, one thread each";
    default: return "global memory";
    }
}

/// How far ghost elements are drawn beyond the edges of an array: only of one that is loaded from global memory and never stored to.
std::int64_t ghosts(const Scene& scene, std::size_t array)
{
    const Array& a = scene.arrays[array];
    bool stored = false;
    for_each_touch(scene, array, [&](const Moment&, const Part& part, const Touch&) { stored |= part.stores; });
    const bool input = a.memory == Memory::global && !stored && a.elements() > 2 * scene.radius + 1;
    return input ? scene.radius : 0;
}

/// Shared memory and registers are drawn whole, if they are not too large: a word that nobody touches is there on purpose.
bool drawn_whole(const Array& array)
{
    return (array.memory == Memory::shared || array.memory == Memory::lanes) && array.columns() <= kMostColumns && array.elements() <= kMostLines * kLine;
}

/// An array of rows: the rectangle that the block touches, with the ghost elements around it.
void draw_rows(const Scene& scene, std::size_t index, Panel& panel)
{
    const Array& array = scene.arrays[index];
    const std::int64_t row = array.columns(), across = array.across, rows = array.elements() / row;
    Range x, y;
    for_each_touch(scene, index, [&](const Moment&, const Part&, const Touch& t) {
        for (std::int64_t e = t.element; e < t.element + t.count; ++e) x.add(e % row), y.add(e / row);
    });
    if (drawn_whole(array)) x.add(0), x.add(row - 1);
    const std::int64_t rows_of_plane = array.shape.size() > 2 && across == 1 ? array.shape[array.shape.size() - 2] : rows;
    const std::int64_t out = ghosts(scene, index);
    if (x.begin == 0) x.begin -= out * across;
    if (x.end == row) x.end += out * across;
    if (y.begin == 0) y.begin -= out;
    if (y.end == rows) y.end += out;
    if (x.size() > kMostColumns) x.end = x.begin + kMostColumns;
    if (y.size() > kMostLines) y.end = y.begin + kMostLines;
    const bool whole = x.size() >= row && y.size() >= rows;
    if (!whole) panel.note = fmt::format("rows {} to {}, columns {} to {} of {} x {}", std::max<std::int64_t>(y.begin, 0), std::min(y.end, rows) - 1,
                                         std::max<std::int64_t>(x.begin, 0) / across, (std::min(x.end, row) - 1) / across, rows, row / across);
    panel.rows = int(y.size());
    panel.columns = int(x.size());
    for (std::int64_t j = y.begin; j < y.end; ++j) {
        panel.row_labels.push_back(fmt::format("{}", j < 0 || j >= rows ? j : j % rows_of_plane));
        for (std::int64_t i = x.begin; i < x.end; ++i) {
            const bool ghost = i < 0 || i >= row || j < 0 || j >= rows;
            const std::int64_t element = j * row + i;
            panel.cells.push_back({element, int(j - y.begin), int(i - x.begin), ghost, !ghost && begins_sector(array, element)});
        }
    }
}

/// An array without rows: lines of 32 elements, the first of which has a number that is a multiple of 32.
void draw_line(const Scene& scene, std::size_t index, Panel& panel)
{
    const Array& array = scene.arrays[index];
    Range touched;
    for_each_touch(scene, index, [&](const Moment&, const Part&, const Touch& t) { touched.add(t.element), touched.add(t.element + t.count - 1); });
    const std::int64_t count = array.elements(), out = ghosts(scene, index);
    if (drawn_whole(array)) touched.add(0), touched.add(count - 1);
    const std::int64_t low = touched.begin == 0 ? -out : touched.begin, high = touched.end == count ? count + out : touched.end;
    const auto line_of = [](std::int64_t element) { return (element - (element < 0 ? kLine - 1 : 0)) / kLine; };
    const std::int64_t first = line_of(low), last = std::min(line_of(high - 1), first + kMostLines - 1);
    if (touched.size() < count) panel.note = fmt::format("elements {} to {} of {}", touched.begin, std::min(touched.end, (last + 1) * kLine) - 1, count);
    panel.rows = int(last - first + 1);
    panel.columns = int(std::min(kLine, high - low));
    for (std::int64_t line = first; line <= last; ++line) {
        panel.row_labels.push_back(fmt::format("{}", line * kLine));
        for (std::int64_t e = std::max(low, line * kLine); e < std::min(high, (line + 1) * kLine); ++e) {
            const bool ghost = e < 0 || e >= count;
            panel.cells.push_back({e, int(line - first), int(e - line * kLine), ghost, !ghost && begins_sector(array, e)});
        }
    }
    for (const Cell& cell : panel.cells) panel.columns = std::max(panel.columns, cell.column + 1);
}

}  // namespace

Panel panel_of(const Scene& scene, std::size_t index)
{
    const Array& array = scene.arrays.at(index);
    Panel panel;
    panel.title = fmt::format("{}, {}", array.name.empty() ? "an array" : array.name, memory_of(array));
    if (array.columns() > 0) draw_rows(scene, index, panel);
    else draw_line(scene, index, panel);
    return panel;
}

Panel banks_panel(const Scene& scene, std::size_t index)
{
    constexpr std::int64_t kBanks = 32, kWord = 4;
    const Array& array = scene.arrays.at(index);
    if (array.memory != Memory::shared || array.element_bytes != kWord || array.elements() > kMostLines * kBanks)
        throw Unreadable(fmt::format("{} is not a small shared array of words: it is not drawn by banks", array.name));
    std::set<std::int64_t> touched;
    for_each_touch(scene, index, [&](const Moment&, const Part&, const Touch& t) {
        for (std::int64_t e = t.element; e < t.element + t.count; ++e) touched.insert(e);
    });
    Panel panel{.title = fmt::format("{}, a bank in each column", array.name), .note = {}, .rows = 0, .columns = int(kBanks), .cells = {}, .row_labels = {}};
    const std::int64_t first = array.start / kWord / kBanks;
    for (std::int64_t e = 0; e < array.elements(); ++e) {
        const std::int64_t word = array.byte(e) / kWord;
        panel.cells.push_back({e, int(word / kBanks - first), int(word % kBanks), !touched.contains(e), false});
    }
    panel.rows = panel.cells.empty() ? 0 : panel.cells.back().row + 1;
    for (int row = 0; row < panel.rows; ++row) panel.row_labels.push_back(fmt::format("{}", row * kBanks));
    for (std::int64_t bank = 0; bank < kBanks; ++bank) panel.column_labels.push_back(bank % 8 == 0 || bank == kBanks - 1 ? fmt::format("{}", bank) : "");
    if (touched.size() < panel.cells.size()) panel.note = "dashed: words that no thread uses";
    return panel;
}

Panel cropped(const Panel& panel, const std::array<int, 2>& rows, const std::array<int, 2>& columns)
{
    Panel out = panel;
    out.rows = std::min(rows[1], panel.rows - 1) - rows[0] + 1;
    out.columns = std::min(columns[1], panel.columns - 1) - columns[0] + 1;
    if (rows[0] < 0 || columns[0] < 0 || out.rows < 1 || out.columns < 1) throw Unreadable(fmt::format("{} has {} rows and {} columns", panel.title, panel.rows, panel.columns));
    out.note = fmt::format("a part: {} of {} rows, {} of {} columns", out.rows, panel.rows, out.columns, panel.columns);
    out.cells.clear();
    for (Cell cell : panel.cells) {
        cell.row -= rows[0], cell.column -= columns[0];
        if (cell.row >= 0 && cell.row < out.rows && cell.column >= 0 && cell.column < out.columns) out.cells.push_back(cell);
    }
    if (!panel.column_labels.empty()) out.column_labels.assign(panel.column_labels.begin() + columns[0], panel.column_labels.begin() + columns[0] + out.columns);
    out.row_labels.assign(panel.row_labels.begin() + rows[0], panel.row_labels.begin() + rows[0] + out.rows);
    return out;
}

Panel threads_panel(const Scene& scene)
{
    Panel panel;
    panel.title = "threads of the block";
    const std::int64_t width = scene.block_shape[0] <= kMostColumns && scene.block_shape[1] > 1 ? scene.block_shape[0] : kLine;
    const std::int64_t threads = scene.threads();
    panel.columns = int(std::min(width, threads));
    panel.rows = int((threads + width - 1) / width);
    for (std::int64_t t = 0; t < threads; ++t) {
        if (t % width == 0) panel.row_labels.push_back(scene.block_shape[1] > 1 ? fmt::format("{}", t / width) : fmt::format("{}", t));
        panel.cells.push_back({t, int(t / width), int(t % width), false, t % 32 == 0});
    }
    return panel;
}

}  // namespace halo::show
