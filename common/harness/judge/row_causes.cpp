#include "harness/judge/row_causes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "diagnose/outside.hpp"
#include "findings/explain.hpp"
#include "harness/judge/filter_causes.hpp"

namespace halo::lab {

namespace {

/// An axis of the block's index, and one of the thread's, that a row or a column is made of.
struct Made {
    Axis block, thread;
};
constexpr Made kX = {Axis::x, Axis::x}, kY = {Axis::y, Axis::y};
constexpr Made kXTurned = {Axis::x, Axis::y}, kYTurned = {Axis::y, Axis::x};      // in a tile that is stored turned

/// How an index may be made.
struct Theory {
    std::int64_t length;                ///< of a row
    Made row, column;
    bool near = false;                  ///< of the thread's own element, or of one as far away as the filter reaches
};

struct Element {
    std::int64_t row = 0, column = 0;
};

std::int64_t along(const Index3& i, Axis axis) { return axis == Axis::x ? i.x : i.y; }

/// The matrix, and what was seen outside it: the first access and the last one. A theory that fits one of them may do so by chance.
class Rows {
public:
    Rows(const Geometry& geometry, const Finding& finding, const Matrix& matrix)
        : geometry_(geometry), matrix_(matrix), shape_(finding.block_shape), reach_(finding.access == halo::Access::read ? geometry.radius : 0)
    {
        seen_.push_back({finding.block, finding.thread, finding.index});
        if (finding.last.index.size() == 1) seen_.push_back(finding.last);
    }

    const Geometry& geometry() const { return geometry_; }
    const Matrix& matrix() const { return matrix_; }
    const Index3& block_shape() const { return shape_; }
    std::int64_t first_index() const { return seen_.front().index[0]; }
    bool reads_beyond_own() const { return reach_ > 0; }

    /// The same without the last access.
    Rows first_alone() const
    {
        Rows alone = *this;
        alone.seen_.resize(1);
        return alone;
    }

    bool fits(const Theory& theory) const
    {
        return std::ranges::all_of(seen_, [&](const AccessOf& one) { return element(theory, one).has_value(); });
    }
    /// Where the first access is, according to a theory that fits.
    Element first_element(const Theory& theory) const { return element(theory, seen_.front()).value_or(Element{}); }

    /// y + dy * row + x + dx, with y + dy and x + dx inside: no test stops it.
    bool fits_without_brackets() const
    {
        return std::ranges::all_of(seen_, [&](const AccessOf& one) {
            for (const std::int64_t y : places(one, kY))
                for (const std::int64_t x : places(one, kX))
                    for (std::int64_t dy = -reach_; dy < 0; ++dy) {
                        const std::int64_t dx = one.index[0] - (y + dy * matrix_.row + x);
                        if (y + dy >= 0 && std::abs(dx) <= reach_ && x + dx >= 0) return true;
                    }
            return false;
        });
    }

private:
    /// Indices that a thread may own along one direction: one element per thread, an element of its block's tile, or of the tile's halo.
    std::vector<std::int64_t> places(const AccessOf& a, Made made) const
    {
        const std::int64_t block = along(a.block, made.block), thread = along(a.thread, made.thread), tile = geometry_.tile;
        const std::int64_t step = std::max<std::int64_t>(along(shape_, made.thread), 1);       // a finding in host code has no launch
        std::vector<std::int64_t> found = {block * along(shape_, made.block) + thread};
        if (tile == 0) return found;
        found.push_back(block * tile + thread);
        found.push_back(block * tile + thread - geometry_.radius);
        for (std::int64_t next = thread + step; next < tile; next += step) found.push_back(block * tile + next);
        return found;
    }

    std::optional<Element> element(const Theory& theory, const AccessOf& a) const
    {
        const std::int64_t across = matrix_.across, away = theory.near ? reach_ : 0;
        const std::vector<std::int64_t> columns = places(a, theory.column);
        for (const std::int64_t y : places(a, theory.row))
            for (std::int64_t dy = -away; dy <= away; ++dy) {
                const std::int64_t rest = a.index[0] - (y + dy) * theory.length;
                for (const std::int64_t x : columns)
                    if (rest >= across * (x - away) && rest < across * (x + away + 1)) return Element{y + dy, x - away + (rest - across * (x - away)) / across};
            }
        return {};
    }

    const Geometry& geometry_;
    const Matrix& matrix_;
    Index3 shape_;
    std::int64_t reach_;                ///< how far from its own element a thread reads
    std::vector<AccessOf> seen_;
};

/// Does the index belong where the thread loads, with x along the rows?
bool as_loaded(const Rows& r, std::int64_t length) { return r.fits({length, kY, kX, true}); }

/// Does it belong where the array's contract has the thread's elements?
bool as_due(const Rows& r, std::int64_t length)
{
    if (!r.matrix().transposed) return as_loaded(r, length);
    // A tile is stored with x along the rows of the output, a single element with y.
    return r.fits({length, kX, kY, true}) || r.fits({length, kXTurned, kYTurned, true});
}

struct Named {
    Mistake mistake;
    Theory theory;
};

/// The thread's own coordinates, each in the other's place or one of them in both.
std::optional<Named> coordinates_mixed(const Rows& r)
{
    const std::int64_t row = r.matrix().row;
    const bool turned = r.matrix().transposed;
    const std::array<Named, 5> all = {{
        {turned ? Mistake::place_in_input : Mistake::x_and_y_exchanged, turned ? Theory{row, kY, kX} : Theory{row, kX, kY}},
        {Mistake::x_twice, {row, kX, kX}},
        {Mistake::y_twice, {row, kY, kY}},
        {Mistake::block_x_twice, {row, kXTurned, kX}},
        {Mistake::block_y_twice, {row, kY, kYTurned}},
    }};
    for (const Named& one : all)
        if (r.fits(one.theory)) return one;
    return {};
}

struct Length {
    std::int64_t row;
    Mistake mistake;
};

std::optional<Length> other_length(const Rows& r)
{
    const Matrix& m = r.matrix();
    const Geometry& g = r.geometry();
    const std::int64_t row = m.row / m.across, threads = r.block_shape().x, blocks = threads > 0 ? (row + threads - 1) / threads : 0;
    const std::array<Length, 6> lengths = {{
        {m.rows * m.across, Mistake::rows_as_columns},
        {m.across > 1 ? row : 0, Mistake::rows_of_bytes},
        {m.across > 1 ? m.rows : 0, Mistake::rows_of_bytes},
        {blocks * threads * m.across, Mistake::rows_of_blocks},
        {std::int64_t(g.tile) * m.across, Mistake::rows_of_tile},
        {std::int64_t(g.tile + 2 * g.radius) * m.across, Mistake::rows_of_patch},
    }};
    for (const Length& length : lengths)
        if (length.row > 1 && length.row != m.row && as_due(r, length.row) && !(m.transposed && as_loaded(r, length.row))) {
            const bool several = std::ranges::count(lengths, length.row, &Length::row) > 1;      // ambiguous
            return several ? Length{length.row, Mistake::rows_of_another_length} : length;
        }
    return {};
}

/// Where a thread walks down its tile, its row is unknown: a row that the filter reaches below the last one holds ghosts.
bool walks_into_ghosts(const Rows& r)
{
    const Matrix& m = r.matrix();
    const bool walks = 2 * std::int64_t(r.block_shape().y) <= r.geometry().tile;
    return walks && r.reads_beyond_own() && r.first_index() < (m.rows + r.geometry().radius) * m.row;
}

/// A read before the start by a thread below the first row, which had none before it. Of an element just before the row, a test of the column
/// would be the simpler explanation.
bool without_brackets(const Rows& r, const Finding& f)
{
    const bool below = f.block == Index3{} && f.thread.y > 0;
    return below && f.access == Access::read && r.matrix().across == 1 && r.first_index() < -r.geometry().radius && r.fits_without_brackets();
}

}  // namespace

std::optional<Matrix> matrix_of(const Geometry& geometry, const Finding& f)
{
    if (!outside_of_array(f) || f.space != Space::global || f.shape.size() != 1 || f.index.size() != 1) return {};
    for (const Matrix& m : geometry.matrices) {
        if (!names(f.array, m.name)) continue;
        const bool several = m.rows * m.row > m.across;         // with a single element, rows say nothing
        return several && elements_of(f) == m.rows * m.row ? std::optional(m) : std::nullopt;
    }
    return {};
}

std::string rows_of(const Matrix& m)
{
    return fmt::format("{} of {}", counted(m.rows, "row"), counted(m.row / m.across, m.across > 1 ? "pixel" : "element"));
}

Diagnosis cause_in_rows(const Diagnosis& general, const Geometry& g, const Finding& f, const Matrix& m)
{
    const Rows r(g, f, m);
    Diagnosis d = general;
    const std::int64_t index = r.first_index();
    if (index < 0) return !g.any_kernel && without_brackets(r, f) ? Diagnosis{Mistake::row_without_brackets, {.row_length = m.row, .index = index}} : d;

    d.because = d.mistake;
    d.mistake = Mistake::beyond_rows;
    d.evidence.array = f.array;
    d.evidence.index = index;
    d.evidence.row_length = m.row;
    d.evidence.row = index / m.row;
    d.evidence.column = index % m.row / m.across;
    // Where the first thread has its own element, a test is missing; the last may be anywhere, as where an index is held at the edge.
    const Rows first = r.first_alone();
    if (g.any_kernel || as_due(first, m.row)) return d;
    // From the exact to the approximate.
    if (const auto mixed = coordinates_mixed(r)) {
        const Element at = r.first_element(mixed->theory);
        d.evidence.own_row = at.row, d.evidence.own_column = at.column;
        d.because = mixed->mistake;
    } else if (const auto other = as_loaded(first, m.row) || walks_into_ghosts(r) ? std::nullopt : other_length(r)) {
        d.evidence.row_taken = other->row;
        d.mistake = other->mistake;
        d.because.reset();
    } else if (!m.transposed && r.fits({m.row, kX, kY, true})) {
        d.because = Mistake::x_and_y_exchanged;
    }
    return d;
}

}  // namespace halo::lab
