#include "kinds/convolution/regions.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace halo {

namespace {

/// The halo of all tiles: which of its eight regions have wrong products, and what they met instead.
struct Halos {
    int tile = 0;
    bool wrong[3][3] = {};          ///< [y][x]: before, within and after the tile
    int nearest[2] = {1 << 20, 1 << 20};    ///< along x and y: distance of the wrong element next to the tile
    bool missing = true;            ///< no wrong product met anything
    bool displaced = true;          ///< all met an element at the same distance from their own
    std::optional<Spot> by = {};
    bool ghosts_only = true;        ///< all wrong elements lie outside the input

    bool side(int x, int y) const { return wrong[y + 1][x + 1]; }
    bool left() const { return side(-1, 0) || (side(-1, -1) && side(-1, 1)); }
    bool right() const { return side(1, 0) || (side(1, -1) && side(1, 1)); }
    bool above() const { return side(0, -1) || (side(-1, -1) && side(1, -1)); }
    bool below() const { return side(0, 1) || (side(-1, 1) && side(1, 1)); }
    bool corners_only() const
    {
        return !side(-1, 0) && !side(1, 0) && !side(0, -1) && !side(0, 1);
    }
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
    for (const Met::WrongTap& tap : m.wrong()) {
        const Spot o = m.spot(tap.output), d = m.offset(tap.weight), due{o.x + d.x, o.y + d.y};
        int away_x = 0, away_y = 0;
        const int x = region(o.x, due.x, tile, away_x), y = l.flat() ? 0 : region(o.y, due.y, tile, away_y);
        if (x == 0 && y == 0) return {};
        h.wrong[y + 1][x + 1] = true;
        if (x != 0) h.nearest[0] = std::min(h.nearest[0], away_x);
        if (y != 0) h.nearest[1] = std::min(h.nearest[1], away_y);
        if (m.inside(due)) h.ghosts_only = false;
        if (tap.met == kNothing) {
            h.displaced = false;
            continue;
        }
        h.missing = false;
        if (tap.met < 0) {
            h.displaced = false;
            continue;
        }
        const Spot from = m.spot(std::size_t(tap.met)), by{from.x - due.x, from.y - due.y};
        if (!h.by) h.by = by;
        else if (*h.by != by) h.displaced = false;
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

/// Distances from their own that wrong products in the halo share, tile by tile: a halo kept from another tile.
std::optional<int> tiles_back(const Met& m, const Halos& h, Axis axis)
{
    std::optional<int> blocks;
    for (const Met::WrongTap& tap : m.wrong()) {
        if (tap.met < 0) return {};
        const Spot o = m.spot(tap.output), d = m.offset(tap.weight), from = m.spot(std::size_t(tap.met));
        const int by = axis == Axis::x ? o.x + d.x - from.x : o.y + d.y - from.y, across = axis == Axis::x ? o.y + d.y - from.y : o.x + d.x - from.x;
        if (across != 0 || by <= 0 || by % h.tile != 0) return {};
        blocks = std::min(blocks.value_or(by / h.tile), by / h.tile);
    }
    return blocks;
}

std::optional<Diagnosis> halo_mistake(const Met& m, const Halos& h)
{
    const Layout& l = m.layout();
    const std::size_t count = m.faulty().size();
    if (h.corners_only() && !l.flat())
        return Diagnosis{h.missing ? Mistake::corners_missing : Mistake::seam_of_corners, {.count = count, .radius = l.radius_x, .tile = h.tile}};
    const HaloSides sides = sides_of(h);
    const int radius = sides.axis == Axis::x ? l.radius_x : l.radius_y;
    if (h.displaced && h.by && std::max(std::abs(h.by->x), std::abs(h.by->y)) <= 2 * std::max(radius, 1))
        return Diagnosis{Mistake::halo_shifted, {.shift = Shift{h.by->x, h.by->y}, .halo = sides}};
    if (!sides.around)
        if (const auto blocks = tiles_back(m, h, sides.axis)) return Diagnosis{Mistake::halo_of_another_tile, {.blocks = *blocks, .halo = sides}};
    const Seam seam = seam_of(l, h, sides);
    Evidence seen{.count = count, .radius = l.radius_x, .tile = h.tile, .halo = sides};
    if (!sides.around) seen.seam = seam;
    const int deep = std::max(seam.before, seam.after);
    if (!sides.around && deep == 1 && radius > 1) return Diagnosis{Mistake::seam_one_off, seen};
    if (h.missing) return Diagnosis{sides.around ? Mistake::whole_halo_missing : Mistake::halo_left_out, seen};
    return Diagnosis{sides.around ? Mistake::seam_of_corners : Mistake::seam, seen};
}

std::vector<int> tiles(const Layout& l)
{
    std::vector<int> candidates;
    if (l.tile > 0) candidates.push_back(l.tile);
    for (const int block : {1024, 512, 256, 128, 64, 32, 16, 8})     // large tiles first: their fewer edges are the stronger evidence
        for (const int tile : {block, block - 2 * l.radius_x})
            if (tile > 2 * l.radius_x + 1 && tile != l.tile) candidates.push_back(tile);
    return candidates;
}

bool only_ghosts(const Met& m) { return std::ranges::all_of(m.wrong(), [](const Met::WrongTap& tap) { return tap.due == kNothing; }); }

}  // namespace

std::optional<Diagnosis> by_region(const Met& m)
{
    const Layout& l = m.layout();
    if (only_ghosts(m)) return Diagnosis{Mistake::wrong_near_edge, {.count = m.faulty().size(), .radius = l.radius_x}};
    // A function that does not tile has no halo, whatever its blocks are.
    if (l.tile == 0) return {};
    for (const int tile : tiles(l)) {
        if (l.width <= tile && l.height <= tile) continue;
        if (const auto h = halos(m, tile)) return halo_mistake(m, *h);
    }
    return {};
}

}  // namespace halo
