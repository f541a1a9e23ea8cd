#include "kinds/transposition/transposition.hpp"

#include <algorithm>
#include <vector>

#include "diagnose/compare.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// An element of the output, in row `y` and column `x` of it.
struct Spot {
    int x = 0, y = 0;
};

/// A wrong output: which elements are wrong, and what they hold.
struct Seen {
    const WrongTranspose& output;
    std::vector<Spot> wrong = {};

    const Transposition& task() const { return output.task; }
    int row() const { return task().height; }           ///< elements in a row of the output
    float got(Spot s) const { return output.got[std::size_t(s.y) * std::size_t(row()) + std::size_t(s.x)]; }

    /// Does the element hold what it held before the function was called?
    bool untouched(Spot s) const { return task().in_place ? got(s) == task().at(s.x, s.y) : is_unwritten(got(s)); }

    /// Do nine tenths of the written elements, right ones included, hold what `source` says? Not all, as some may be spoilt
    /// for other reasons.
    template <class Source>
    bool most_hold(Source source) const
    {
        std::size_t written = 0, fitting = 0;
        for (int y = 0; y < task().width; ++y)
            for (int x = 0; x < task().height; ++x) {
                if (is_unwritten(got({x, y}))) continue;
                ++written;
                const Spot from = source(Spot{x, y});
                if (from.x >= 0 && from.x < task().width && from.y >= 0 && from.y < task().height
                    && got({x, y}) == task().at(from.x, from.y))
                    ++fitting;
            }
        return 2 * written >= output.want.size() && 10 * fitting >= 9 * written;
    }
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
    Evidence seen{.count = missing, .wrong = s.wrong.size(), .row = first->y, .column = first->x};
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

Found misplaced(const Seen& s)
{
    const Transposition& t = s.task();
    // out[x * width + y] instead of out[x * height + y]: where rows overlap, the last writer wins.
    if (t.width != t.height && s.most_hold([&](Spot spot) {
            const int flat = spot.y * s.row() + spot.x;
            for (int x = flat / t.width; x >= 0 && flat - x * t.width < t.height; --x)
                if (x < t.width && s.got(spot) == t.at(x, flat - x * t.width)) return Spot{x, flat - x * t.width};
            return Spot{-1, -1};
        }))
        return Diagnosis{Mistake::output_row_length, {.n = t.width}};
    if (const int n = t.tile; n > 0) {
        if (s.most_hold([&](Spot p) { return Spot{p.x / n * n + p.y % n, p.y / n * n + p.x % n}; }))
            return Diagnosis{Mistake::tile_not_moved};
        if (s.most_hold([&](Spot p) { return Spot{p.y / n * n + p.x % n, p.x / n * n + p.y % n}; }))
            return Diagnosis{Mistake::tile_not_turned};
    }
    // The mirrored element of each wrong one is right: it was stored before this one was read.
    if (t.in_place && std::ranges::all_of(s.wrong, [&](Spot p) { return s.untouched(p) && s.got({p.y, p.x}) == t.at(p.x, p.y); }))
        return Diagnosis{Mistake::pair_lost};
    return {};
}

/// No value occurs twice in the input: the first wrong one shows where it came from.
Found origin(const Seen& s)
{
    const Spot first = s.wrong.front();
    const auto found = std::ranges::find(s.task().in, s.got(first));
    if (found == s.task().in.end()) return {};
    const auto at = int(found - s.task().in.begin());
    const int width = s.task().width;
    return Diagnosis{Mistake::element_of_elsewhere,
                     {.row = at / width, .column = at % width, .due_row = first.x, .due_column = first.y}};
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
    // In place, an element that nobody moved may be the half of a pair that was lost.
    if (!output.task.in_place)
        if (auto found = unwritten_part(seen)) return found;
    if (auto found = misplaced(seen)) return found;
    if (auto found = pairs_of_tiles(seen)) return found;
    if (auto found = unwritten_part(seen)) return found;
    return origin(seen);
}

}  // namespace halo::lab
