#include "harness/told.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include <fmt/format.h>

#include "findings/describe.hpp"

namespace halo::lab {

namespace {

/// An array of rows, as the lab's contract counts it.
struct Matrix {
    std::int64_t rows = 0, row = 0;   ///< elements in a row; of a picture, bytes
    int across = 1;                   ///< elements that lie together: the 3 bytes of a pixel
    bool turned = false;              ///< x counts its rows: the output of a transpose
};

bool named(const Finding& f, std::string_view part)
{
    std::string low = f.array;
    std::ranges::transform(low, low.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return low.find(part) != std::string::npos;
}

std::int64_t elements_of(const Finding& f)
{
    std::int64_t count = 1;
    for (const std::int64_t extent : f.shape) count *= extent;
    return f.shape.empty() ? 0 : count;
}

bool outside_of_array(const Finding& f)
{
    return f.kind == FindingKind::out_of_bounds && f.space != Space::shared && !f.index.empty()
           && (f.outside == Outside::past_end || f.outside == Outside::before_start);
}

std::optional<Matrix> matrix(const Problem& problem, const Size& size, const Finding& f)
{
    if (!outside_of_array(f) || f.space != Space::global || f.shape.size() != 1 || f.index.size() != 1) return {};
    const std::int64_t width = size.width, height = size.height;
    Matrix m{height, width, 1, false};
    if (std::holds_alternative<TransposeInPlace>(problem)) m.rows = width;
    else if (std::holds_alternative<Transpose>(problem)) {
        m.turned = named(f, "out");
        if (m.turned) std::swap(m.rows, m.row);
        else if (!named(f, "in")) return {};
    } else if (std::holds_alternative<FilterImage>(problem)) m = {height, 3 * width, 3, false};
    else if (!std::holds_alternative<Conv2d>(problem) && !std::holds_alternative<SeparableConv2d>(problem)) return {};
    const bool several = m.rows * m.row > m.across;         // one element has no rows to speak of
    return several && elements_of(f) == m.rows * m.row ? std::optional(m) : std::nullopt;
}

struct Reach {
    int radius = 0, tile = 0;
};

Reach reach(const Problem& problem)
{
    if (const auto* conv2d = std::get_if<Conv2d>(&problem)) return {conv2d->radius, conv2d->tile};
    if (const auto* image = std::get_if<FilterImage>(&problem)) return {image->radius, image->tile};
    if (const auto* separable = std::get_if<SeparableConv2d>(&problem)) return {separable->radius, 0};
    if (const auto* transpose = std::get_if<Transpose>(&problem)) return {0, transpose->tile};
    if (const auto* transpose = std::get_if<TransposeInPlace>(&problem)) return {0, transpose->tile};
    return {};
}

using Places = std::vector<std::int64_t>;

/// Where a thread may stand along one direction: one element each, an element of its block's tile, or of the tile's halo.
Places places(unsigned block, unsigned thread, unsigned threads, Reach r, bool several)
{
    const std::int64_t own = std::int64_t(block) * threads + thread;
    Places found = {own};
    if (r.tile > 0) {
        found.push_back(std::int64_t(block) * r.tile + thread);
        found.push_back(std::int64_t(block) * r.tile + thread - r.radius);
        const std::int64_t step = std::max(threads, 1u);       // a finding of host code has no launch
        for (std::int64_t next = thread + step; several && next < r.tile; next += step)
            found.push_back(std::int64_t(block) * r.tile + next);
    }
    return found;
}

/// Is the index that of an element near one of these places, if rows are `row` long?
bool near(const Finding& f, const Matrix& m, Reach r, std::int64_t row, const Places& columns, const Places& rows)
{
    const std::int64_t index = f.index[0], away = f.access == Access::read ? r.radius : 0;
    for (const std::int64_t y : rows)
        for (std::int64_t dy = -away; dy <= away; ++dy) {
            const std::int64_t rest = index - (y + dy) * row;
            for (const std::int64_t x : columns)
                if (rest >= m.across * (x - away) && rest < m.across * (x + away + 1)) return true;
        }
    return false;
}

Places across(const Finding& f, Reach r) { return places(f.block.x, f.thread.x, f.block_shape.x, r, true); }
Places down(const Finding& f, Reach r) { return places(f.block.y, f.thread.y, f.block_shape.y, r, true); }

/// Likewise of the thread's own places, x along the rows.
bool fits_as_loaded(const Finding& f, const Matrix& m, Reach r, std::int64_t row) { return near(f, m, r, row, across(f, r), down(f, r)); }

/// Likewise as the array's contract has it.
bool fits_rows(const Finding& f, const Matrix& m, Reach r, std::int64_t row)
{
    if (!m.turned) return fits_as_loaded(f, m, r, row);
    if (fits_as_loaded(f, m, r, row)) return false;
    // A tile is stored with x along the rows of the output, a single element with y.
    return near(f, m, r, row, down(f, r), across(f, r))
           || near(f, m, r, row, places(f.block.y, f.thread.x, f.block_shape.x, r, false),
                   places(f.block.x, f.thread.y, f.block_shape.y, r, true));
}

struct Length {
    std::int64_t row;
    const char* name;
};

std::optional<Length> other_length(const Problem& problem, const Finding& f, const Matrix& m)
{
    const Reach r = reach(problem);
    const std::int64_t row = m.row / m.across, blocks = f.block_shape.x > 0 ? (row + f.block_shape.x - 1) / f.block_shape.x : 0;
    if (fits_rows(f, m, r, m.row) || fits_as_loaded(f, m, r, m.row)) return {};    // the latter: stored where it was loaded
    // Where a thread walks down its tile, its rows are not known: one that the filter reaches below the last is a ghost's.
    const bool walks = 2 * std::int64_t(f.block_shape.y) <= r.tile;
    if (walks && f.access == Access::read && f.index[0] < (m.rows + r.radius) * m.row) return {};
    const std::array<Length, 6> lengths = {{
        {m.rows * m.across, "as long as a column"},
        {m.across > 1 ? row : 0, "as if a pixel were one byte"},
        {m.across > 1 ? m.rows : 0, "as if a pixel were one byte"},
        {blocks * f.block_shape.x * m.across, "as long as the blocks in a row are wide"},
        {std::int64_t(r.tile) * m.across, "as long as those of a tile"},
        {std::int64_t(r.tile + 2 * r.radius) * m.across, "as long as those of a tile with its halo"},
    }};
    for (const Length& length : lengths)
        if (length.row > 1 && length.row != m.row && fits_rows(f, m, r, length.row)) {
            const bool several = std::ranges::count(lengths, length.row, &Length::row) > 1;      // it may be any of them
            return several ? Length{length.row, ""} : length;
        }
    return {};
}

std::string counted(std::int64_t n, std::string_view thing) { return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s"); }

Told of_matrix(const Problem& problem, const Finding& f, const Matrix& m)
{
    const std::string_view thing = m.across > 1 ? "pixel" : "element";
    Told t{describe(f, fmt::format("{} of {}", counted(m.rows, "row"), counted(m.row / m.across, thing))), "out_of_bounds"};
    const std::int64_t index = f.index[0];
    if (index < 0) return t;
    if (const auto other = other_length(problem, f, m)) {
        t.message.where += fmt::format("; {} is {} * {} + {}: of rows of {} {}s", index, index / other->row, other->row, index % other->row,
                                       other->row, m.across > 1 ? "byte" : "element");
        if (*other->name != 0) t.message.where += fmt::format(", {}", other->name);
        t.message.attempt = fmt::format("a row of {} has {}: by what is the index of the row multiplied?", f.array,
                                        counted(m.row, m.across > 1 ? "byte" : "element"));
        t.key = "row_length";
        return t;
    }
    t.message.where += fmt::format("; {} would be in row {}, column {}", index, index / m.row, index % m.row / m.across);
    const Reach r = reach(problem);
    if (!m.turned && !fits_as_loaded(f, m, r, m.row) && near(f, m, r, m.row, down(f, r), across(f, r)))
        t.message.attempt = fmt::format("that is x and y of this thread exchanged: the row comes first, y * {} + x", m.row);
    return t;
}

/// How far the filter reaches; nothing where there is none.
std::optional<std::int64_t> filter_radius(const Problem& problem, const Size& size)
{
    if (std::holds_alternative<HostConv1d>(problem) || std::holds_alternative<DeviceConv1d>(problem)) return size.filter_width / 2;
    if (const auto* conv1d = std::get_if<Conv1d>(&problem)) return conv1d->radius;
    if (const auto* conv2d = std::get_if<Conv2d>(&problem)) return conv2d->radius;
    if (const auto* image = std::get_if<FilterImage>(&problem)) return image->radius;
    if (const auto* separable = std::get_if<SeparableConv2d>(&problem)) return separable->radius;
    if (const auto* channels = std::get_if<Channels1d>(&problem)) return channels->radius;
    return {};
}

/// How many elements the filter has; 0: the function is given none, or one for each pair of channels.
std::int64_t filter_size(const Problem& problem, const Size& size)
{
    const auto radius = filter_radius(problem, size);
    if (!radius || std::holds_alternative<Channels1d>(problem)) return 0;
    const std::int64_t width = 2 * *radius + 1;
    return std::holds_alternative<Conv2d>(problem) || std::holds_alternative<FilterImage>(problem) ? width * width : width;
}

bool is_filter(const Problem& problem, const Size& size, const Finding& f)
{
    const std::int64_t filter = filter_size(problem, size), count = elements_of(f);
    if (filter == 0 || count <= 1 || named(f, "out")) return false;
    if (f.space == Space::constant) return true;
    const bool also_input = count == std::int64_t(size.width) * size.height;
    return count == filter && (!also_input || named(f, "filter"));
}

Told of_filter(const Problem& problem, const Finding& f)
{
    const bool image = std::holds_alternative<Conv2d>(problem) || std::holds_alternative<FilterImage>(problem);
    Told t{describe(f), "filter_index"};
    t.message.attempt = f.outside == Outside::before_start
        ? fmt::format("an offset of -R belongs to the filter's element 0: what must be added to {} before it is an index of {}?",
                      image ? "dy and dx" : "the offset", f.array)
        : fmt::format("which element of {} belongs to the offset {}, and which to the last one?", f.array, image ? "(0, 0)" : "0");
    return t;
}

/// A read close before the start, by a later block. Ghost elements that nobody tests for are met in the first block first.
bool begins_anew(const Problem& problem, const Size& size, const Finding& f)
{
    const bool later_block = f.block.x > 0 || f.block.y > 0;
    if (!outside_of_array(f) || f.space != Space::global || f.outside != Outside::before_start || f.access != Access::read
        || !later_block || f.index.size() != 1)
        return false;
    const std::int64_t row = size.height > 1 ? size.width : 0, across = std::holds_alternative<FilterImage>(problem) ? 3 : 1;
    return f.index[0] >= -across * filter_radius(problem, size).value_or(0) * (row + 1);
}

/// Words for a tile that holds its core alone.
void of_core(Told& t, const Finding& f)
{
    t.message.attempt = f.kind == FindingKind::uninitialised
        ? "ask before the read whether the element exists, or let the overhang store 0 in its place of the core"
        : "the tile holds the core alone: which test sends the sum to global memory where an index leaves it, on either side?";
}

bool core_only(const Problem& problem)
{
    const auto* conv1d = std::get_if<Conv1d>(&problem);
    const auto* conv2d = std::get_if<Conv2d>(&problem);
    return (conv1d != nullptr && conv1d->core_only) || (conv2d != nullptr && conv2d->core_only);
}

/// Words for a tile that has neither halo nor ghost elements.
void without_halo(Told& t, const Finding& f)
{
    if (f.kind == FindingKind::uninitialised)
        t.message.attempt = "is it the element that was meant, or are row and column exchanged? If it is: which loop or test left it out "
                            "when the tile was loaded?";
    else if (f.kind == FindingKind::out_of_bounds)
        t.message.attempt = "its indices end one before its extents: how far does the loop run, and which of the two indices is the row?";
}

}  // namespace

Told told(const Problem& problem, const Size& size, const Finding& f)
{
    const bool by_host = f.outside == Outside::host_pointer || f.outside == Outside::device_pointer;
    if (f.kind == FindingKind::out_of_bounds && f.space == Space::constant && by_host) return {describe(f), "host_symbol"};
    if (f.kind == FindingKind::out_of_bounds && f.outside == Outside::host_pointer) return {describe(f), "host_pointer"};
    if (outside_of_array(f) && is_filter(problem, size, f)) return of_filter(problem, f);

    if (f.kind == FindingKind::out_of_bounds && f.outside == Outside::null_pointer) return {describe(f), "null_pointer"};

    Told t{describe(f), std::string(name(f.kind))};
    if (const auto m = matrix(problem, size, f)) t = of_matrix(problem, f, *m);
    const bool transposes = std::holds_alternative<Transpose>(problem) || std::holds_alternative<TransposeInPlace>(problem);
    if (transposes && f.space == Space::shared) without_halo(t, f);
    if (std::holds_alternative<HostConv1d>(problem) && outside_of_array(f) && f.access == Access::write && f.outside == Outside::past_end
        && elements_of(f) < size.width)
        t.message.attempt = fmt::format("{} has {}, and there are {} outputs: for how many bytes does its cudaMalloc ask?", f.array,
                                        counted(elements_of(f), "element"), size.width);
    if (core_only(problem) && f.space == Space::shared
        && (f.kind == FindingKind::out_of_bounds || f.kind == FindingKind::uninitialised))
        of_core(t, f);
    const bool as_described = t.message.attempt == describe(f).attempt;
    if (!transposes && f.space == Space::global && outside_of_array(f) && f.access == Access::read && f.outside == Outside::past_end
        && as_described)
        t.message.attempt = "test the index against the size before the load: beyond the last element lie ghost elements, which count "
                            "as 0, and threads with nothing to do";
    if (begins_anew(problem, size, f)) {
        t.message.attempt = "no element of this block lies before the start, and the first block stayed inside: does the index begin "
                            "anew in each block? blockIdx belongs into it";
        t.key = "block_offset";
    }
    return t;
}

}  // namespace halo::lab
