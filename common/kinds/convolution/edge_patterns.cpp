#include "kinds/convolution/edge_patterns.hpp"

#include <algorithm>
#include <utility>

namespace halo {

namespace {

/// Only products with ghosts are wrong: another element stands in.
void stand_ins(PatternList& all, const Met& m)
{
    const Layout& l = m.layout();
    const auto instead = [&](Mistake mistake, auto stand_in) {
        all.add({mistake}, [&m, stand_in](Spot o, Spot d) {
            const Spot due = plus(o, d);
            return m.inside(due) ? m.flat(due) : stand_in(due);
        });
    };
    instead(Mistake::ghost_repeats_edge, [&m, l](Spot s) {
        return m.flat({std::clamp(s.x, 0, l.width - 1), std::clamp(s.y, 0, l.height - 1), s.plane});
    });
    // Along one axis only, as where a texture has one address mode for each.
    for (const Axis axis : {Axis::x, Axis::y})
        if (l.height > 1)
            all.add({Mistake::ghost_repeats_edge_along, {.axis = axis}}, [&m, l, axis](Spot o, Spot d) {
                const Spot due = plus(o, d);
                if (m.inside(due)) return m.flat(due);
                return m.at(axis == Axis::x ? Spot{std::clamp(due.x, 0, l.width - 1), due.y, due.plane} : Spot{due.x, std::clamp(due.y, 0, l.height - 1), due.plane});
            });
    if (l.height > 1) instead(Mistake::ghost_from_next_row, [&m](Spot s) { return m.flat(s); });
    instead(Mistake::ghost_from_opposite_edge, [&m, l](Spot s) {
        return m.flat({(s.x % l.width + l.width) % l.width, (s.y % l.height + l.height) % l.height, s.plane});
    });
    // Mirrored with the edge repeated or not.
    for (const int edge : {0, 1})
        instead(Mistake::ghost_reflected, [&m, l, edge](Spot s) {
            const auto within = [edge](int i, int size) { return i < 0 ? -i - edge : i >= size ? 2 * size - 2 + edge - i : i; };
            return m.at({within(s.x, l.width), within(s.y, l.height), s.plane});
        });
    if (const int t = l.tile; t > 0)
        for (const int back : {1, 2, 4})
            for (const auto& [x, y] : {std::pair{1, 0}, {0, 1}, {1, 1}})
                if (l.height > 1 || y == 0)
                    instead(Mistake::ghost_of_earlier_tile, [&m, t, back, x = x, y = y](Spot s) { return m.at(plus(s, {-back * x * t, -back * y * t})); });
}

/// Products are missing, or have another weight, where there are ghosts beside them.
void beside_ghosts(PatternList& all, const Met& m)
{
    const Layout& l = m.layout();
    // The loop, or its inner one, ends where it should go on.
    for (const bool row_only : {false, true})
        if (!row_only || l.height > 1)
            all.add({Mistake::ghost_ends_sum}, [&m, row_only](Spot o, Spot d) {
                const Layout& l = m.layout();
                const bool ghost_before = o.x - l.radius_x < 0 && d.x > -l.radius_x;
                const bool row_before = !row_only && (o.y - l.radius_y < 0 || o.x + l.radius_x >= l.width) && d.y > -l.radius_y;
                const bool first = o.x - l.radius_x < 0 || (!row_only && o.y - l.radius_y < 0);
                return ghost_before || row_before || first ? kNothing : m.at(plus(o, d));
            });

    if (l.flat())
        all.add({Mistake::weights_follow_neighbours}, [&m](Spot o, Spot d) {
            const Layout& l = m.layout();
            const int begin = std::max(0, o.x - l.radius_x), at = begin + d.x + l.radius_x;
            return at <= o.x + l.radius_x ? m.at({at, 0}) : kNothing;
        });
}

}  // namespace

PatternList strict_tests(const Met& m)
{
    PatternList all(m);
    const Layout& l = m.layout();
    for (int n = 2; l.flat() && n <= l.radius_x + 1; ++n)
        for (const End end : {End::first, End::last})
            all.add({Mistake::edge_taken_for_ghosts, {.end = end, .edge = n}}, [&m, n, end](Spot o, Spot d) {
                const Spot s = plus(o, d);
                const bool cut = end == End::first ? s.x < n : s.x >= m.layout().width - n;
                return cut ? kNothing : m.at(s);
            });
    for (const bool first : {true, false})
        for (const auto& [in_x, in_y] : {std::pair{true, true}, {true, false}, {false, true}})
            all.add({first ? Mistake::first_taken_for_ghost : Mistake::last_taken_for_ghost}, [&m, first, in_x = in_x, in_y = in_y](Spot o, Spot d) {
                const Layout& l = m.layout();
                const Spot s = plus(o, d);
                const bool cut = (in_x && s.x == (first ? 0 : l.width - 1)) || (in_y && l.height > 1 && s.y == (first ? 0 : l.height - 1));
                return cut ? kNothing : m.at(s);
            });
    return all;
}

PatternList edge_patterns(const Met& m)
{
    PatternList all(m);
    stand_ins(all, m);
    beside_ghosts(all, m);
    all.add(strict_tests(m));
    return all;
}

}  // namespace halo
