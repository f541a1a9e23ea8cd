#include "kinds/transposition/transposition.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "diagnose/compare.hpp"
#include "diagnose/products.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// An element of the output, in row `y` and column `x` of it.
struct Spot {
    int x = 0, y = 0;
};

/// Where each element of the output came from: no value occurs twice in the input.
Products origins(const WrongTranspose& o)
{
    std::unordered_map<float, int> places;
    for (const float value : o.task.in) places.emplace(value, int(places.size()));
    std::vector<char> written;
    for (const float value : o.got) written.push_back(!is_unwritten(value));
    const int row = o.task.height;          // elements in a row of the output
    return {1, written, [&](std::size_t i, int) { return int(i) % row * o.task.width + int(i) / row; },
            [&](std::size_t i, int) {
                const auto found = places.find(o.got[i]);
                return found == places.end() ? kSeveral : found->second;       // of no single element
            }};
}

/// A wrong output: which elements are wrong, and what they hold.
struct Seen {
    const WrongTranspose& output;
    Products origin = origins(output);
    std::vector<Spot> wrong = {};

    const Transposition& task() const { return output.task; }
    int row() const { return task().height; }           ///< elements in a row of the output
    float got(Spot s) const { return output.got[std::size_t(s.y) * std::size_t(row()) + std::size_t(s.x)]; }

    /// Does the element hold what it held before the function was called?
    bool untouched(Spot s) const { return task().in_place ? got(s) == task().at(s.x, s.y) : is_unwritten(got(s)); }
};

Found whole_output(const Seen& s)
{
    const WrongTranspose& o = s.output;
    const bool as_before = std::ranges::equal(o.got, s.task().in);
    if (s.task().in_place && as_before) return Diagnosis{Mistake::unmoved};
    if (std::ranges::all_of(o.got, is_unwritten)) return Diagnosis{Mistake::untouched};
    if (as_before) return Diagnosis{Mistake::copied_unturned};
    if (std::ranges::equal(o.got, o.earlier_want)) return Diagnosis{Mistake::stale_result};
    return {};
}

/// Tiles left out or overwritten: one of each pair, or those on the diagonal. Only in place.
Found pairs_of_tiles(const Seen& s)
{
    const int tile = s.task().tile;
    if (!s.task().in_place || tile == 0 || !std::ranges::all_of(s.wrong, [&](Spot p) { return s.untouched(p); })) return {};
    const auto side = [&](Spot p) { return p.x / tile - p.y / tile; };
    if (std::ranges::all_of(s.wrong, [&](Spot p) { return side(p) == 0; })) return Diagnosis{Mistake::diagonal_left_out};
    // The second tile was loaded after the first had been stored over it. On the diagonal both are the same tile.
    if (std::ranges::all_of(s.wrong, [&](Spot p) { return side(p) >= 0; })) return Diagnosis{Mistake::lower_tile_moved};
    if (std::ranges::all_of(s.wrong, [&](Spot p) { return side(p) <= 0; })) return Diagnosis{Mistake::upper_tile_moved};
    return {};
}

Found unwritten_part(const Seen& s)
{
    const auto missing = std::size_t(std::ranges::count_if(s.wrong, [&](Spot spot) { return s.untouched(spot); }));
    if (2 * missing < s.wrong.size()) return {};
    const auto first = std::ranges::find_if(s.wrong, [&](Spot spot) { return s.untouched(spot); });
    const bool in_place = s.task().in_place;
    const int left = std::ranges::min(s.wrong, {}, &Spot::x).x, top = std::ranges::min(s.wrong, {}, &Spot::y).y;
    Evidence seen{.affected = missing, .wrong = s.wrong.size(), .row = first->y, .column = first->x};
    const bool in_first_tile = first->x < s.task().tile && first->y < s.task().tile;
    if (in_first_tile && !in_place) return Diagnosis{Mistake::unwritten_in_tile, seen};
    if (top > 0) {
        seen.row = top;
        return Diagnosis{in_place ? Mistake::unmoved_rows : Mistake::unwritten_rows_turned, seen};
    }
    if (left > 0) {
        seen.column = left;
        return Diagnosis{in_place ? Mistake::unmoved_columns : Mistake::unwritten_columns_turned, seen};
    }
    return Diagnosis{in_place ? Mistake::unmoved_some : Mistake::unwritten_turned, seen};
}

/// Edges of the tiles that may have kept their elements, or their places: the lab's, or all that kernels of one's own have.
std::vector<int> tiles_of(const Transposition& t)
{
    if (t.any_kernel) return {4, 8, 16, 32, 64, 128};
    return t.tile > 0 ? std::vector{t.tile} : std::vector<int>{};
}

/// Every element is in its row of the output, and inside it in another place of its tile, which a swizzle moves in one direction only.
Found permuted(const Seen& s)
{
    constexpr int kLargest = 128;
    const auto in_its_row = [&](Spot p) {
        const int met = s.origin.met(std::size_t(p.y) * std::size_t(s.row()) + std::size_t(p.x), 0), width = s.task().width;
        return met >= 0 && met % width == p.y && met / width / kLargest == p.x / kLargest;
    };
    if (!s.task().any_kernel || !std::ranges::all_of(s.wrong, in_its_row)) return {};
    return Diagnosis{Mistake::row_permuted};
}

/// Where elements have gone, if all of them or most went by one rule.
Match moved(const Seen& s)
{
    const Transposition& t = s.task();
    std::vector<Pattern> all;
    const auto comes_from = [&](Mistake mistake, auto source, int n = 0) {
        all.push_back({{mistake, {.part = n}}, [&t, row = s.row(), source](std::size_t i, int) {
                           const Spot from = source(Spot{int(i) % row, int(i) / row});
                           return from.x < t.width && from.y < t.height ? from.y * t.width + from.x : kNothing;
                       }});
    };
    // out[x * width + y] instead of out[x * height + y]: where rows overlap, the last writer wins.
    if (t.width != t.height)
        all.push_back({{Mistake::output_row_length, {.row_taken = t.width}}, [&](std::size_t i, int) {
                           const int flat = int(i), met = s.origin.met(i, 0);
                           for (int x = std::min(flat / t.width, t.width - 1); x >= 0 && flat - x * t.width < t.height; --x)
                               if ((flat - x * t.width) * t.width + x == met) return met;
                           return kNothing;
                       }});
    for (const int n : tiles_of(t)) {
        comes_from(Mistake::tile_not_moved, [n](Spot p) { return Spot{p.x / n * n + p.y % n, p.y / n * n + p.x % n}; });
        comes_from(t.any_kernel ? Mistake::part_not_turned : Mistake::tile_not_turned,
                   [n](Spot p) { return Spot{p.y / n * n + p.x % n, p.x / n * n + p.y % n}; }, n);
    }
    return match(s.origin, all);
}

Found misplaced(const Seen& s, const Match& found)
{
    const Transposition& t = s.task();
    if (found.exact || found.most) return found.exact ? found.exact : found.most;
    if (auto rows = permuted(s)) return rows;
    // The mirrored element of each wrong one is right: it was stored before this one was read.
    if (t.in_place && std::ranges::all_of(s.wrong, [&](Spot p) { return s.untouched(p) && s.got({p.y, p.x}) == t.at(p.x, p.y); }))
        return Diagnosis{Mistake::pair_lost};
    return {};
}

/// Where the first wrong one came from.
Found elsewhere(const Seen& s)
{
    const Spot first = s.wrong.front();
    const int met = s.origin.met(std::size_t(first.y) * std::size_t(s.row()) + std::size_t(first.x), 0), width = s.task().width;
    if (met < 0) return {};
    return Diagnosis{Mistake::element_of_elsewhere, {.row = met / width, .column = met % width, .due_row = first.x, .due_column = first.y}};
}

}  // namespace

Found classify(const WrongTranspose& output)
{
    if (output.got.size() != output.want.size()) return {};
    Seen seen{output};
    for (std::size_t i = 0; i < output.want.size(); ++i)
        if (output.got[i] != output.want[i]) seen.wrong.push_back({int(i) % seen.row(), int(i) / seen.row()});
    if (seen.wrong.empty()) return {};
    if (auto found = whole_output(seen)) return found;
    const auto cut_off = [](float got, float want) { return got == std::trunc(want); };
    if (std::ranges::equal(output.got, output.want, cut_off)) return Diagnosis{Mistake::elements_cut_off};
    const Match match = moved(seen);
    // In place, an element that nobody moved may be the half of a pair that was lost. Elsewhere, what went to the wrong place is missing in its own.
    if (!output.task.in_place && !match.exact)
        if (auto found = unwritten_part(seen)) return found;
    if (auto found = misplaced(seen, match)) return found;
    if (auto found = pairs_of_tiles(seen)) return found;
    if (auto found = unwritten_part(seen)) return found;
    return elsewhere(seen);
}

}  // namespace halo::lab
