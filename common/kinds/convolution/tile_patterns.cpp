#include "kinds/convolution/tile_patterns.hpp"

namespace halo {

namespace {

/// Are both in the same tile? `due` is inside the image.
bool same_tile(int tile, Spot output, Spot due) { return due.x / tile == output.x / tile && due.y / tile == output.y / tile; }

/// `sum = product` in one of two branches: only what comes after the last such product is left.
void replaced(PatternList& all, const Met& m, bool in_tile)
{
    all.add({in_tile ? Mistake::replaced_in_tile : Mistake::replaced_beside_tile}, [&m, in_tile](Spot o, Spot d) {
        const Layout& l = m.layout();
        const auto weight = [&l](Spot s) { return (s.y + l.radius_y) * l.columns() + s.x + l.radius_x; };
        for (int later = weight(d) + 1; later < l.weights(); ++later) {
            const Spot due = plus(o, m.offset(later));
            if (m.inside(due) && same_tile(l.tile, o, due) == in_tile) return kNothing;
        }
        return m.at(plus(o, d));
    });
}

/// Elements outside the tile meet the weights back to front. A weight may meet two elements then, or none.
void mirrored_beside(PatternList& all, const Met& m)
{
    all.add({Mistake::mirrored_beside_tile}, [&m](Spot o, Spot d) {
        const int tile = m.layout().tile;
        const Spot own = plus(o, d), opposite = plus(o, {-d.x, -d.y});
        const bool meets_own = m.inside(own) && same_tile(tile, o, own), meets_opposite = m.inside(opposite) && !same_tile(tile, o, opposite);
        if (meets_own && meets_opposite) return kSeveral;
        return meets_own ? m.flat({own.x, own.y, o.plane}) : meets_opposite ? m.flat({opposite.x, opposite.y, o.plane}) : kNothing;
    });
}

}  // namespace

PatternList tile_patterns(const Met& m)
{
    PatternList all(m);
    if (m.layout().tile == 0 || m.layout().boundary != Boundary::zero) return all;
    replaced(all, m, false);
    replaced(all, m, true);
    if (m.layout().radius_x > 0) mirrored_beside(all, m);
    return all;
}

}  // namespace halo
