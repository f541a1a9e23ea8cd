#include "kinds/convolution/patterns.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "kinds/convolution/regions.hpp"
#include "kinds/convolution/tile_patterns.hpp"

namespace halo {

namespace {

// ---- Which weights, for which offset ---------------------------------------------------------------------------------------

void mirrored(PatternList& all, const Met& m)
{
    const Layout& l = m.layout();
    const auto turned = [&](Mistake mistake, auto turn) {
        all.add({mistake}, [&m, turn](Spot o, Spot d) { return m.at(plus(o, turn(d))); });
    };
    turned(Mistake::filter_mirrored, [](Spot d) { return Spot{-d.x, -d.y}; });
    if (l.radius_y == 0) return;
    turned(Mistake::filter_mirrored_x, [](Spot d) { return Spot{-d.x, d.y}; });
    turned(Mistake::filter_mirrored_y, [](Spot d) { return Spot{d.x, -d.y}; });
    if (l.radius_x != l.radius_y) return;
    turned(l.width != l.height ? Mistake::filter_transposed : Mistake::filter_or_images_transposed, [](Spot d) { return Spot{d.y, d.x}; });
}

/// How many columns and rows at the filter's edges are unused, if that is all that is unused.
std::optional<Trim> trim_of(const Layout& l, const std::set<int>& unused)
{
    const int rows = 2 * l.radius_y + 1;
    const auto row_unused = [&](int y) {
        for (int x = 0; x < l.columns(); ++x)
            if (!unused.contains(y * l.columns() + x)) return false;
        return true;
    };
    const auto column_unused = [&](int x) {
        for (int y = 0; y < rows; ++y)
            if (!unused.contains(y * l.columns() + x)) return false;
        return true;
    };
    Trim t;
    while (t.left < l.columns() && column_unused(t.left)) ++t.left;
    while (t.right < l.columns() - t.left && column_unused(l.columns() - 1 - t.right)) ++t.right;
    if (rows > 1) {
        while (t.top < rows && row_unused(t.top)) ++t.top;
        while (t.bottom < rows - t.top && row_unused(rows - 1 - t.bottom)) ++t.bottom;
    }
    const std::size_t used = std::size_t(l.columns() - t.left - t.right) * std::size_t(rows - t.top - t.bottom);
    if (std::size_t(l.weights()) - unused.size() != used) return {};
    return t;
}

Diagnosis left_out(const Layout& l, const Trim& t, std::size_t unused)
{
    const int reach = l.radius_x - t.left;
    if (t.left == 2 * l.radius_x && t.top == 2 * l.radius_y && t.right + t.bottom == 0) return {Mistake::last_product_only};
    if (t.left == t.right && t.left > 1 && (l.flat() || (t.top == t.left && t.bottom == t.left))) return {Mistake::only_middle_taps, {.taps_used = 2 * reach + 1}};
    if (l.radius_y > 0 && t.top == 2 * l.radius_y && t.left + t.right + t.bottom == 0) return {Mistake::sum_reset_in_row};
    const bool one_each = t.left <= 1 && t.right <= 1 && t.top <= 1 && t.bottom <= 1;
    if (!one_each) return {Mistake::weights_unused, {.weights_unused = unused}};
    Trim shown = t;
    if (l.flat()) shown.top = t.left, shown.bottom = t.right;
    return {Mistake::taps_left_out, {.trim = shown}};
}

void unused(PatternList& all, const Met& m)
{
    const Layout& l = m.layout();
    const std::vector<int> weights = unused_weights(m);
    const std::set<int> none(weights.begin(), weights.end());
    if (!none.empty() && int(none.size()) < l.weights()) {
        const auto predict = [&m, none](Spot o, Spot d) {
            const Layout& l = m.layout();
            return none.contains((d.y + l.radius_y) * l.columns() + d.x + l.radius_x) ? kNothing : m.at(plus(o, d));
        };
        const auto trim = trim_of(l, none);
        const bool slight = trim && std::max({trim->left, trim->right, trim->top, trim->bottom}) <= 1;
        const bool end = *none.rbegin() - *none.begin() + 1 == int(none.size()) && *none.rbegin() == l.weights() - 1 && none.size() > 1;
        all.add(end && !slight ? Diagnosis{Mistake::filter_end_unused, {.weights = l.weights(), .weights_used = l.weights() - std::int64_t(none.size())}}
                : trim         ? left_out(l, *trim, none.size())
                               : Diagnosis{Mistake::weights_unused, {.weights_unused = std::int64_t(none.size())}},
                predict);
    }
    // Sums whose last product, or last row, replaces what came before: the last that is not a ghost, where ghosts are skipped.
    const auto last = [&m](int at, int radius, int size) { return std::min(radius, size - 1 - at); };
    if (l.radius_y > 0)
        all.add({Mistake::sum_reset_in_row}, [&m, last](Spot o, Spot d) {
            return d.y == last(o.y, m.layout().radius_y, m.layout().height) ? m.at(plus(o, d)) : kNothing;
        });
    all.add({Mistake::last_product_only}, [&m, last](Spot o, Spot d) {
        const Layout& l = m.layout();
        return d.x == last(o.x, l.radius_x, l.width) && d.y == last(o.y, l.radius_y, l.height) ? m.at(plus(o, d)) : kNothing;
    });
}

/// The first weights alone, as a filter of their own: one for each radius below the due one.
void smaller_filter(PatternList& all, const Met& m)
{
    for (int radius = m.layout().flat() ? m.layout().radius_x - 1 : -1; radius >= 0; --radius)
        all.add({Mistake::smaller_filter, {.weights_used = 2 * radius + 1}}, [&m, radius](Spot o, Spot d) {
            const int weight = d.x + m.layout().radius_x;
            return weight > 2 * radius ? kNothing : m.at({o.x + weight - radius, 0});
        });
}

// ---- Directions exchanged ---------------------------------------------------------------------------------------------------

/// The right sum of another output.
Met::SpotPrediction sum_of(const Met& m, auto other)
{
    return [&m, other](Spot o, Spot d) { return m.at(plus(other(o), d)); };
}

void exchanged(PatternList& all, const Met& m)
{
    const Layout& l = m.layout();
    all.add({Mistake::input_without_offset}, [&m](Spot o, Spot d) { return m.at(m.inside(plus(o, d)) ? o : plus(o, d)); });
    all.add({Mistake::input_without_offset}, [&m](Spot o, Spot) { return m.at(o); });
    all.add({Mistake::output_reversed}, sum_of(m, [w = l.width](Spot o) { return Spot{w - 1 - o.x, o.y, o.plane}; }));
    if (l.height == 1 || l.radius_y == 0) return;
    // out[x * height + y] holds the sum of (x, y).
    all.add({Mistake::output_transposed}, sum_of(m, [h = l.height, w = l.width](Spot o) {
                const int flat = o.y * w + o.x;
                return Spot{flat / h, flat % h, o.plane};
            }));
    if (const int t = l.tile; t > 0)
        all.add({Mistake::tile_transposed}, [&m, t](Spot o, Spot d) {
            const int left = o.x / t * t, top = o.y / t * t;
            return m.at({left + o.y + d.y - top, top + o.x + d.x - left, o.plane});
        });
    // in[x * height + y]
    all.add({Mistake::input_transposed}, [&m](Spot o, Spot d) {
        const Spot s = plus(o, d);
        return m.inside(s) ? m.element(s.x * m.layout().height + s.y, s.plane) : kNothing;
    });
    all.add({Mistake::input_transposed}, [&m](Spot o, Spot d) { return m.at({o.y + d.y, o.x + d.x, o.plane}); });
    // In the second of two passes it is the place in between that moves along the row: past its end, into the next one.
    all.add({Mistake::row_offset_along_row}, [&m](Spot o, Spot d) {
        const Layout& l = m.layout();
        const int between = o.y * l.width + o.x + d.y;
        if (!m.inside({o.x, o.y + d.y, o.plane}) || between < 0) return kNothing;
        return m.at({between % l.width + d.x, between / l.width, o.plane});
    });
    if (l.width == l.height) return;
    // Both arrays taken for rows of `height` elements; with the filter transposed, too, it is x and y that are exchanged.
    const auto as_sides = [&m](Spot o, Spot d) {
        const int w = m.layout().height, h = m.layout().width, flat = o.y * m.layout().width + o.x;
        const Spot s{flat % w + d.x, flat / w + d.y};
        return s.x >= 0 && s.x < w && s.y >= 0 && s.y < h ? m.element(s.y * w + s.x, o.plane) : kNothing;
    };
    all.add({Mistake::sides_exchanged}, as_sides);
    all.add({Mistake::images_transposed}, [as_sides](Spot o, Spot d) { return as_sides(o, {d.y, d.x}); });
}

/// A row of the input taken to have another length: read off the first wrong products.
void row_lengths(PatternList& all, const Met& m)
{
    const Layout& l = m.layout();
    if (l.height == 1) return;
    std::set<int> lengths;
    for (const Met::Wrong& tap : m.wrong()) {
        const Spot o = m.spot(tap.output), d = m.offset(tap.weight), due = plus(o, d);
        if (tap.met < 0 || due.y <= 0) continue;
        const int rest = tap.met / l.planes - due.x;
        if (rest % due.y == 0 && rest / due.y > 0 && rest / due.y != l.width) lengths.insert(rest / due.y);
        if (lengths.size() >= 4) break;
    }
    for (const int length : lengths)
        for (const bool own_test : {true, false}) {
            if (!own_test && length != l.height) continue;                  // width and height have changed places in the test, too
            all.add({Mistake::input_row_length, {.row_length = l.width, .row_taken = length}}, [&m, length, own_test](Spot o, Spot d) {
                const Spot s = plus(o, d);
                const bool inside = own_test ? m.inside(s) : m.inside({s.y, s.x, s.plane});
                return inside ? m.element(s.y * length + s.x, s.plane) : kNothing;
            });
        }
}

// ---- The same displacement everywhere ---------------------------------------------------------------------------------------

void first_block(PatternList& all, const Met& m)
{
    const Layout& l = m.layout();
    std::vector<int> tiles;
    for (const int tile : {l.tile, 1024, 512, 256, 128, 64, 32, 16, 8})
        if (tile > l.radius_x && std::ranges::find(tiles, tile) == tiles.end()) tiles.push_back(tile);
    struct Way {
        bool core_only, own_test;
        int shift;
    };
    const std::array<Way, 5> ways = {{{true, true, 0}, {true, false, 0}, {false, true, 0}, {false, false, 0}, {false, true, l.radius_x}}};
    for (const int tile : tiles)
        for (const auto& [in_x, in_y] : {std::pair{true, true}, {true, false}, {false, true}})
            for (const Way& way : ways) {
                if ((in_x && tile >= l.width) || (in_y && tile >= l.height)) continue;      // one block
                Evidence seen{.tile = tile};
                if (in_x != in_y && !l.flat()) seen.axis = in_x ? Axis::x : Axis::y;
                all.add({way.core_only ? Mistake::block_reads_first_core : Mistake::block_reads_first, seen},
                        [&m, tile, in_x = in_x, in_y = in_y, way](Spot o, Spot d) {
                            const Spot due = plus(o, d);
                            const auto beside = [&](int from, int output) { return from < 0 || from / tile != output / tile; };
                            const bool right = way.core_only && (beside(due.x, o.x) || beside(due.y, o.y));
                            if (way.own_test && !m.inside(due)) return m.at(due);
                            return m.at({due.x - (in_x && !right ? o.x / tile * tile - way.shift : 0),
                                         due.y - (in_y && !right ? o.y / tile * tile : 0), o.plane});
                        });
            }
}

/// Signals only. A block loads as many elements as it has outputs, then the rest of its patch: that rest comes from elsewhere.
void second_load(PatternList& all, const Met& m, Spot s)
{
    const Layout& l = m.layout();
    if (!l.flat() || l.tile <= 2 * l.radius_x) return;
    all.add({Mistake::second_load_shifted, {.second_load = 2 * l.radius_x, .shift = Shift{s.x, 0}}}, [&m, s](Spot o, Spot d) {
        const Layout& l = m.layout();
        const bool rest = o.x % l.tile + d.x >= l.tile - l.radius_x;
        return m.at({o.x + d.x + (rest ? s.x : 0), 0});
    });
}

void shifted(PatternList& all, const Met& m)
{
    for (const Spot s : m.displacements()) {
        const int n = std::max(std::abs(s.x), std::abs(s.y));
        const bool far = n > 2 * std::max(m.layout().radius_x, m.layout().radius_y);
        const Diagnosis d{n == 1 ? Mistake::off_by_one : far ? Mistake::shifted_far : Mistake::shifted, {.shift = Shift{s.x, s.y}}};
        all.add(d, [&m, s](Spot o, Spot d) { return m.at(plus(plus(o, d), s)); });
        all.add(d, [&m, s](Spot o, Spot d) { return m.at(m.inside(plus(o, d)) ? plus(plus(o, d), s) : plus(o, d)); });
        second_load(all, m, s);
    }
}

/// Does every faulty output multiply its own elements, each once, but with other weights?
bool weights_exchanged(const Met& m)
{
    const auto elements = [&m](std::size_t output, auto source) {
        std::multiset<int> all;
        for (int w = 0; w < m.layout().weights(); ++w)
            if (const int s = source(output, w); s != kNothing) all.insert(s);
        return all;
    };
    return std::ranges::all_of(m.faulty(), [&](std::size_t o) {
        return elements(o, [&](std::size_t at, int w) { return m.met(at, w); }) == elements(o, [&](std::size_t at, int w) { return m.due(at, w); });
    });
}

/// Is every wrong product one with the element as far from its own as for all others?
std::optional<Diagnosis> same_step(const Met& m)
{
    const std::vector<Spot> steps = m.displacements();
    if (steps.empty()) return {};
    const bool all = std::ranges::all_of(m.wrong(), [&](const Met::Wrong& one) {
        return one.met == m.at(plus(plus(m.spot(one.output), m.offset(one.weight)), steps.front()));
    });
    if (!all) return {};
    return Diagnosis{Mistake::products_shifted, {.affected = m.faulty_spots().size(), .shift = Shift{steps.front().x, steps.front().y}}};
}

}  // namespace

std::optional<Diagnosis> pattern(const Met& m, const PatternList& at_edges)
{
    if (m.faulty().empty()) return {};
    if (m.mostly_repeated()) return Diagnosis{Mistake::counted_again};
    PatternList all(m);
    if (m.layout().radius_x > 0) mirrored(all, m);
    unused(all, m);
    smaller_filter(all, m);
    exchanged(all, m);
    first_block(all, m);
    shifted(all, m);
    all.add(at_edges);
    all.add(tile_patterns(m));
    row_lengths(all, m);

    const Match found = match(m, all.all());
    if (found.exact) return found.exact;
    if (auto region = by_region(m)) return region;
    return found.most;
}

Diagnosis without_pattern(const Met& m)
{
    if (weights_exchanged(m)) return {Mistake::weights_exchanged};
    Diagnosis found = by_place(m);
    if (found.mistake == Mistake::other_products)
        if (auto step = same_step(m)) return *step;
    return found;
}

}  // namespace halo
