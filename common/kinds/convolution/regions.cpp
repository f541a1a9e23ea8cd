#include "kinds/convolution/regions.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "kinds/convolution/seams.hpp"

namespace halo {

namespace {

/// The halo of all tiles: which of its eight regions have wrong products, and what they met instead.
struct Halos {
    int tile = 0;
    bool wrong[3][3] = {};          ///< [y][x]: before, within and after the tile
    int nearest[2] = {1 << 20, 1 << 20};    ///< along x and y: distance of the wrong element next to the tile
    bool missing = true;            ///< no wrong product met anything

    bool side(int x, int y) const { return wrong[y + 1][x + 1]; }
    bool left() const { return side(-1, 0); }
    bool right() const { return side(1, 0); }
    bool above() const { return side(0, -1); }
    bool below() const { return side(0, 1); }
    bool corners_only() const { return !left() && !right() && !above() && !below(); }
};

/// Before (-1), within (0) or after (1) the tile that holds `output`; and how far away.
int region(int output, int element, int tile, int& distance)
{
    const int begin = output / tile * tile;
    distance = element < begin ? begin - element : element - begin - tile + 1;
    return element < begin ? -1 : element >= begin + tile ? 1 : 0;
}

/// Nothing if an element inside the tile is wrong, too.
std::optional<Halos> halos(const Met& m, int tile)
{
    const Layout& l = m.layout();
    Halos h{.tile = tile};
    for (const Met::Wrong& tap : m.wrong()) {
        const Spot o = m.spot(tap.output), d = m.offset(tap.weight), due = plus(o, d);
        int away_x = 0, away_y = 0;
        const int x = region(o.x, due.x, tile, away_x), y = l.flat() ? 0 : region(o.y, due.y, tile, away_y);
        if (x == 0 && y == 0) return {};
        h.wrong[y + 1][x + 1] = true;
        if (x != 0) h.nearest[0] = std::min(h.nearest[0], away_x);
        if (y != 0) h.nearest[1] = std::min(h.nearest[1], away_y);
        if (tap.met != kNothing) h.missing = false;
    }
    return h;
}

HaloSides sides_of(const Halos& h)
{
    const bool x = h.left() || h.right(), y = h.above() || h.below();
    if (x && y) return {.around = true};
    return x ? HaloSides{.axis = Axis::x, .before = h.left(), .after = h.right()}
             : HaloSides{.axis = Axis::y, .before = h.above(), .after = h.below()};
}

/// The outputs of a tile that reach the wrong elements of its halo.
Seam seam_of(const Layout& l, const Halos& h, const HaloSides& sides)
{
    const int radius = sides.axis == Axis::x ? l.radius_x : l.radius_y;
    const int deep = radius - h.nearest[sides.axis == Axis::x ? 0 : 1] + 1;
    return {.axis = sides.axis, .before = sides.before ? deep : 0, .after = sides.after ? deep : 0, .tile = h.tile, .radius = radius};
}

/// Is an element in these sides of the halo of its output's tile?
auto in_halo(const Met& m, int tile, const HaloSides& sides)
{
    const auto outside = [tile](int output, int element, bool before, bool after) {
        const int begin = output / tile * tile;
        return (before && element < begin) || (after && element >= begin + tile);
    };
    return [=, flat = m.layout().flat()](Spot o, Spot due) {
        if (sides.around) return outside(o.x, due.x, true, true) || (!flat && outside(o.y, due.y, true, true));
        return sides.axis == Axis::x ? outside(o.x, due.x, sides.before, sides.after) : outside(o.y, due.y, sides.before, sides.after);
    };
}

/// Does no output have a product with an element of these sides?
bool left_out(const Met& m, const Halos& h, const HaloSides& sides)
{
    const auto in = in_halo(m, h.tile, sides);
    return m.score([&](Spot o, Spot d) {
                const Spot due = plus(o, d);
                return in(o, due) ? kNothing : m.at(due);
            })
        .exact();
}

/// Are all elements of these sides read as far away from their own as most of them are?
std::optional<Diagnosis> displaced(const Met& m, const Halos& h, const HaloSides& sides)
{
    const auto in = in_halo(m, h.tile, sides);
    for (const Spot by : m.displacements()) {
        if (std::max(std::abs(by.x), std::abs(by.y)) > 2 * std::max(m.layout().radius_x, 1)) continue;
        for (const bool own_test : {true, false}) {
            const Met::Score score = m.score([&](Spot o, Spot d) {
                const Spot due = plus(o, d);
                if (!in(o, due)) return m.at(due);
                return m.at(own_test && !m.inside(due) ? due : plus(due, by));
            });
            if (score.share() >= Met::kMost) return Diagnosis{Mistake::halo_shifted, {.shift = Shift{by.x, by.y}, .halo = sides}};
        }
    }
    return {};
}

/// How many blocks there are along the axis, if each keeps the halo of its first tile for all the others.
std::optional<int> kept_from_first(const Met& m, const Halos& h, const HaloSides& sides)
{
    const bool along_x = sides.axis == Axis::x;
    std::optional<int> blocks;
    for (const Met::Wrong& tap : m.wrong()) {
        if (tap.met == kSeveral) return {};
        if (tap.met == kNothing) continue;          // a ghost of the first tile
        const Spot o = m.spot(tap.output), d = m.offset(tap.weight), from = m.spot(std::size_t(tap.met));
        const int by = along_x ? o.x + d.x - from.x : o.y + d.y - from.y;
        if (by <= 0 || by % h.tile != 0) return {};
        blocks = std::min(blocks.value_or(by / h.tile), by / h.tile);
    }
    if (!blocks) return {};
    const auto in = in_halo(m, h.tile, sides);
    const Met::Score score = m.score([&](Spot o, Spot d) {
        const Spot due = plus(o, d);
        const int tile = (along_x ? o.x : o.y) / h.tile, back = in(o, due) ? (tile - tile % *blocks) * h.tile : 0;
        return m.at(plus(due, along_x ? Spot{-back, 0} : Spot{0, -back}));
    });
    return score.share() >= Met::kMost ? blocks : std::nullopt;
}

std::optional<Diagnosis> halo_mistake(const Met& m, const Halos& h)
{
    const Layout& l = m.layout();
    const std::size_t count = m.faulty_spots().size();
    if (h.corners_only() && !l.flat())
        return Diagnosis{h.missing ? Mistake::corners_missing : Mistake::seam_of_corners, {.affected = count, .radius = l.radius_x, .tile = h.tile}};
    const HaloSides sides = sides_of(h);
    const int radius = sides.axis == Axis::x ? l.radius_x : l.radius_y;
    if (auto found = displaced(m, h, sides)) return found;
    if (!sides.around)
        if (const auto blocks = kept_from_first(m, h, sides)) return Diagnosis{Mistake::halo_of_another_tile, {.blocks = *blocks, .halo = sides}};
    const Seam seam = seam_of(l, h, sides);
    Evidence seen{.affected = count, .radius = l.radius_x, .tile = h.tile, .halo = sides};
    if (!sides.around) seen.seam = seam;
    const int deep = std::max(seam.before, seam.after);
    if (!sides.around && deep == 1 && radius > 1) return Diagnosis{Mistake::seam_one_off, seen};
    if (h.missing && left_out(m, h, sides)) return Diagnosis{sides.around ? Mistake::whole_halo_missing : Mistake::halo_left_out, seen};
    return Diagnosis{sides.around ? Mistake::seam_of_corners : Mistake::seam, seen};
}

bool only_ghosts(const Met& m)
{
    return std::ranges::all_of(m.wrong(), [&](const Met::Wrong& tap) { return !m.inside(plus(m.spot(tap.output), m.offset(tap.weight))); });
}

}  // namespace

std::optional<Diagnosis> by_region(const Met& m)
{
    const Layout& l = m.layout();
    if (only_ghosts(m)) return Diagnosis{Mistake::wrong_near_edge, {.affected = m.faulty_spots().size(), .radius = l.radius_x}};
    for (const int tile : likely_tiles(l)) {
        if (l.width <= tile && l.height <= tile) continue;
        const auto h = halos(m, tile);
        if (h && l.tile > 0) return halo_mistake(m, *h);
        // A function that does not tile has no halo, but may stop at the edges of its block.
        if (h && h->missing) return Diagnosis{Mistake::block_edge_taken_for_ghosts, {.tile = tile}};
    }
    return {};
}

Diagnosis by_place(const Met& m)
{
    const Layout& l = m.layout();
    const std::vector<Spot> wrong = m.faulty_spots();
    if (l.has_interior() && std::ranges::all_of(wrong, [&](Spot s) { return l.meets_ghosts(s); }))
        return {Mistake::wrong_near_edge, {.affected = wrong.size(), .radius = l.radius_x}};
    // The places alone do not prove that the halo is at fault: its elements must be among the wrong ones.
    const auto outside = [&](const Met::Wrong& tap) {
        const Spot o = m.spot(tap.output), d = m.offset(tap.weight);
        int away = 0;
        return region(o.x, o.x + d.x, l.tile, away) != 0 || (!l.flat() && region(o.y, o.y + d.y, l.tile, away) != 0);
    };
    if (l.tile > 0 && std::ranges::any_of(m.wrong(), outside))
        if (const auto found = seams(l, wrong)) return *found;
    return {Mistake::other_products};
}

}  // namespace halo
