#include "harness/causes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "diagnose/outside.hpp"
#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "harness/filter_causes.hpp"

namespace halo::lab {

namespace {

std::optional<Matrix> matrix(const Geometry& geometry, const Finding& f)
{
    if (!outside_of_array(f) || f.space != Space::global || f.shape.size() != 1 || f.index.size() != 1) return {};
    for (const Matrix& m : geometry.matrices) {
        if (!names(f.array, m.name)) continue;
        const bool several = m.rows * m.row > m.across;         // with a single element, rows say nothing
        return several && elements_of(f) == m.rows * m.row ? std::optional(m) : std::nullopt;
    }
    return {};
}

using Places = std::vector<std::int64_t>;

/// Indices that a thread may own along one direction: one element per thread, an element of its block's tile, or of the tile's halo.
Places places(unsigned block, unsigned thread, unsigned threads, const Geometry& r, bool several)
{
    const std::int64_t own = std::int64_t(block) * threads + thread;
    Places found = {own};
    if (r.tile > 0) {
        found.push_back(std::int64_t(block) * r.tile + thread);
        found.push_back(std::int64_t(block) * r.tile + thread - r.radius);
        const std::int64_t step = std::max(threads, 1u);       // a finding in host code has no launch
        for (std::int64_t next = thread + step; several && next < r.tile; next += step)
            found.push_back(std::int64_t(block) * r.tile + next);
    }
    return found;
}

/// Does the index belong to an element near one of these places, if rows are `row` long?
bool near(const Finding& f, const Matrix& m, const Geometry& r, std::int64_t row, const Places& columns, const Places& rows)
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

Places across(const Finding& f, const Geometry& r) { return places(f.block.x, f.thread.x, f.block_shape.x, r, true); }
Places down(const Finding& f, const Geometry& r) { return places(f.block.y, f.thread.y, f.block_shape.y, r, true); }

/// The same for the thread's own places, with x along the rows.
bool fits_as_loaded(const Finding& f, const Matrix& m, const Geometry& r, std::int64_t row) { return near(f, m, r, row, across(f, r), down(f, r)); }

/// The same according to the array's contract.
bool fits_rows(const Finding& f, const Matrix& m, const Geometry& r, std::int64_t row)
{
    if (!m.transposed) return fits_as_loaded(f, m, r, row);
    if (fits_as_loaded(f, m, r, row)) return false;
    // A tile is stored with x along the rows of the output, a single element with y.
    return near(f, m, r, row, down(f, r), across(f, r))
           || near(f, m, r, row, places(f.block.y, f.thread.x, f.block_shape.x, r, false),
                   places(f.block.x, f.thread.y, f.block_shape.y, r, true));
}

struct Length {
    std::int64_t row;
    Mistake mistake;
};

std::optional<Length> other_length(const Geometry& r, const Finding& f, const Matrix& m)
{
    const std::int64_t row = m.row / m.across, blocks = f.block_shape.x > 0 ? (row + f.block_shape.x - 1) / f.block_shape.x : 0;
    if (fits_rows(f, m, r, m.row) || fits_as_loaded(f, m, r, m.row)) return {};    // the second: stored where it was loaded
    // Where a thread walks down its tile, its row is unknown: a row that the filter reaches below the last one holds ghosts.
    const bool walks = 2 * std::int64_t(f.block_shape.y) <= r.tile;
    if (walks && f.access == Access::read && f.index[0] < (m.rows + r.radius) * m.row) return {};
    const std::array<Length, 6> lengths = {{
        {m.rows * m.across, Mistake::rows_as_columns},
        {m.across > 1 ? row : 0, Mistake::rows_of_bytes},
        {m.across > 1 ? m.rows : 0, Mistake::rows_of_bytes},
        {blocks * f.block_shape.x * m.across, Mistake::rows_of_blocks},
        {std::int64_t(r.tile) * m.across, Mistake::rows_of_tile},
        {std::int64_t(r.tile + 2 * r.radius) * m.across, Mistake::rows_of_patch},
    }};
    for (const Length& length : lengths)
        if (length.row > 1 && length.row != m.row && fits_rows(f, m, r, length.row)) {
            const bool several = std::ranges::count(lengths, length.row, &Length::row) > 1;      // ambiguous
            return several ? Length{length.row, Mistake::rows_of_another_length} : length;
        }
    return {};
}

std::string counted(std::int64_t n, std::string_view thing) { return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s"); }

/// Adds what the rows of the array reveal: where the index would be, and how it may have been computed.
void with_rows(Diagnosis& d, const Geometry& r, const Finding& f, const Matrix& m)
{
    const std::int64_t index = f.index[0];
    if (index < 0) return;
    d.evidence.array = f.array;
    d.evidence.index = index;
    d.evidence.due = m.row;
    const auto other = r.any_kernel ? std::nullopt : other_length(r, f, m);
    if (other) {
        d.evidence.n = other->row;
        d.mistake = other->mistake;
        d.because.reset();
        return;
    }
    d.evidence.row = index / m.row;
    d.evidence.column = index % m.row / m.across;
    d.because = d.mistake;
    d.mistake = Mistake::beyond_rows;
    if (!r.any_kernel && !m.transposed && !fits_as_loaded(f, m, r, m.row) && near(f, m, r, m.row, down(f, r), across(f, r)))
        d.because = Mistake::x_and_y_exchanged;
}

/// An array's size in rows: `31 rows of 35 elements`.
std::string rows_of(const Matrix& m)
{
    return fmt::format("{} of {}", counted(m.rows, "row"), counted(m.row / m.across, m.across > 1 ? "pixel" : "element"));
}

/// The kernel loads from an array that holds nothing and overwrites one that was filled. Not by a copy of the output: some begin with one.
bool exchanged(const Judged& kind, const Size& size, const Finding& f)
{
    return f.kind == FindingKind::uninitialised && !f.array.empty() && !f.overwritten.empty() && f.filled_from != kind->output(size).name;
}

/// So far that the address may have been made from any array's.
bool far_outside(const Finding& f)
{
    constexpr std::int64_t kFar = 4096;
    if (!outside_of_array(f) || went_below_zero(f) || f.space != Space::global || f.shape.size() != 1 || f.index.size() != 1) return false;
    const std::int64_t elements = elements_of(f), away = f.index[0] < 0 ? -f.index[0] : f.index[0] - elements + 1;
    return away > std::max(kFar, elements);
}

/// A read just before the start, by a later block. A missing test for ghost elements would fail in the first block first.
bool starts_over(const Geometry& g, const Finding& f)
{
    const bool later_block = f.block.x > 0 || f.block.y > 0;
    if (!outside_of_array(f) || f.space != Space::global || f.outside != Outside::before_start || f.access != Access::read
        || !later_block || f.index.size() != 1)
        return false;
    const Matrix m = g.matrices.empty() ? Matrix{} : g.matrices.front();
    const std::int64_t row = m.rows > 1 ? m.row / m.across : 0;
    return f.index[0] >= -m.across * g.radius * (row + 1);
}

/// A read before the start by a thread below the first row, which had none before it: `y + dy * width + x + dx`.
bool without_brackets(const Geometry& g, const Finding& f)
{
    const bool first_block = f.block == Index3{};
    if (!outside_of_array(f) || f.access != Access::read || f.index.size() != 1 || f.index[0] >= 0 || !first_block || f.thread.y == 0) return false;
    if (g.matrices.empty() || g.matrices.front().across != 1 || !names(f.array, g.matrices.front().name)) return false;
    const std::int64_t row = g.matrices.front().row, x = f.thread.x, y = f.thread.y;
    for (std::int64_t dy = -g.radius; dy < 0; ++dy) {
        const std::int64_t dx = f.index[0] - (y + dy * row + x);
        if (y + dy >= 0 && std::abs(dx) <= g.radius && x + dx >= 0) return true;
    }
    return false;
}

}  // namespace

Diagnosis cause_of(const Judged& kind, const Size& size, const Finding& f)
{
    constexpr std::array kOfKind = {Mistake::endless, Mistake::crash,         Mistake::out_of_bounds, Mistake::barrier,
                                    Mistake::race,    Mistake::short_copy, Mistake::uninitialised, Mistake::leak};
    const bool out_of_bounds = f.kind == FindingKind::out_of_bounds;
    const bool by_host = f.outside == Outside::host_pointer || f.outside == Outside::device_pointer;
    if (out_of_bounds && f.space == Space::constant && by_host) return {Mistake::host_symbol};
    if (out_of_bounds && f.outside == Outside::host_pointer) return {Mistake::host_pointer};
    if (out_of_bounds && f.outside == Outside::null_pointer) return {Mistake::null_pointer};
    if (out_of_bounds && begins_inside(f)) return {Mistake::out_of_bounds};      // describe() has the words
    if (exchanged(kind, size, f)) return {Mistake::arrays_exchanged, {.array = f.array, .other_array = f.overwritten, .launch_line = f.launched.line}};
    const bool copied_in_part = f.kind == FindingKind::uninitialised && f.other.line > 0;
    if (f.space == Space::host || copied_in_part) return {kOfKind[static_cast<std::size_t>(f.kind)]};       // describe() has the words
    const Geometry geometry = kind->geometry(size);
    if (far_outside(f)) return {Mistake::far_outside, {.array = f.array}};
    if (const auto filter = outside_of_filter(geometry, size, f)) return *filter;

    if (f.kind == FindingKind::uninitialised && f.space == Space::global && names(f.array, "out")) return {Mistake::output_read, {.array = f.array}};

    const bool reads_output = f.kind == FindingKind::out_of_bounds && f.access == Access::read && f.space == Space::global && names(f.array, "out");
    if (reads_output && kind->output(size).on_host && f.launched.line > 0 && outside_of_array(f))
        return {Mistake::output_read_outside, {.array = f.array, .launch_line = f.launched.line}};

    const Output output = kind->output(size);
    if (reads_output && !output.on_host && !output.in_place && f.array == output.name && outside_of_array(f)) return {Mistake::output_read_in_kernel, {.array = f.array}};
    const bool writes_filter = f.kind == FindingKind::out_of_bounds && f.access == Access::write && f.space == Space::global && names(f.array, "filter");
    if (writes_filter && f.launched.line > 0) return {Mistake::filter_written, {.array = f.array, .launch_line = f.launched.line}};

    // From the general to the specific: the watcher, the kind, the index.
    Diagnosis d = kind->advice(f, size).value_or(Diagnosis{kOfKind[static_cast<std::size_t>(f.kind)]});
    if (const auto m = matrix(geometry, f)) with_rows(d, geometry, f, *m);
    if (!geometry.any_kernel && without_brackets(geometry, f)) d = {Mistake::row_without_brackets, {.due = geometry.matrices.front().row, .index = f.index[0]}};
    if (!geometry.any_kernel && starts_over(geometry, f)) d = {Mistake::index_starts_over};
    return d;
}

Message message_of(const Judged& kind, const Size& size, const Finding& f, const Diagnosis& cause)
{
    const auto m = matrix(kind->geometry(size), f);
    Message message = m ? describe(f, rows_of(*m)) : describe(f);
    const Explanation explanation = explain(cause, kind->words());
    if (!explanation.seen.empty()) message.where += "; " + explanation.seen;
    if (!explanation.attempt.empty()) message.attempt = explanation.attempt;
    return message;
}

}  // namespace halo::lab
