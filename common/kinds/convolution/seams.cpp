#include "kinds/convolution/seams.hpp"

#include <algorithm>

namespace halo {

namespace {

/// How far into a tile the spots reach from its two ends, along one direction.
struct Reach {
    int before = 0;         ///< spots lie in the first `before` elements …
    int after = 0;         ///< … or in the last `after` elements
    bool cut_off = true;    ///< the image ends after each of the first: how many there would be is not known
    bool all = true;        ///< every spot lies in one of the two

    int deepest() const { return std::max(before, after); }
};

Reach reach(const std::vector<Spot>& spots, int Spot::*axis, int size, int tile, int radius)
{
    Reach result;
    for (const Spot& spot : spots) {
        const int in_tile = spot.*axis % tile;
        if (in_tile < radius) result.before = std::max(result.before, in_tile + 1), result.cut_off = result.cut_off && spot.*axis + 1 == size;
        else if (in_tile >= tile - radius) result.after = std::max(result.after, tile - in_tile);
        else result.all = false;
    }
    return result;
}

/// One direction: columns (or rows) of tiles.
Diagnosis along(const Reach& r, Axis axis, int tile, int radius, std::size_t count)
{
    return {r.deepest() == 1 && radius > 1 && !(r.before > 0 && r.cut_off) ? Mistake::seam_one_off : Mistake::seam,
            {.affected = count, .seam = Seam{axis, r.before, r.after, tile, radius}}};
}

}  // namespace

std::vector<int> likely_tiles(const Layout& p)
{
    std::vector<int> candidates;
    if (p.tile > 0) candidates.push_back(p.tile);
    for (const int block : {1024, 512, 256, 128, 64, 32, 16, 8})     // large tiles first: their fewer edges are the stronger evidence
        for (const int tile : {block, block - 2 * p.radius_x})
            if (tile > 2 * p.radius_x + 1 && tile != p.tile) candidates.push_back(tile);
    return candidates;
}

std::optional<Diagnosis> seams(const Layout& p, const std::vector<Spot>& spots)
{
    const bool one_tile = p.tile > 0 && p.width <= p.tile && p.height <= p.tile;      // smaller ones would be guesses
    if (spots.empty() || one_tile) return {};
    for (const int tile : likely_tiles(p)) {
        const bool several = p.width > tile || p.height > tile;
        if (!several || tile <= 2 * std::max(p.radius_x, p.radius_y)) continue;

        if (p.radius_x > 0 && p.width > tile)
            if (const Reach r = reach(spots, &Spot::x, p.width, tile, p.radius_x); r.all)
                return along(r, Axis::x, tile, p.radius_x, spots.size());
        if (p.radius_y > 0 && p.height > tile)
            if (const Reach r = reach(spots, &Spot::y, p.height, tile, p.radius_y); r.all)
                return along(r, Axis::y, tile, p.radius_y, spots.size());

        if (p.radius_y == 0) continue;
        const auto near = [&](int in_tile, int radius) { return in_tile < radius || in_tile >= tile - radius; };
        if (std::ranges::all_of(spots, [&](Spot s) {
                return near(s.x % tile, p.radius_x) || near(s.y % tile, p.radius_y);
            }))
            return Diagnosis{Mistake::seam_of_corners, {.affected = spots.size(), .radius = p.radius_x, .tile = tile}};
    }
    return {};
}

}  // namespace halo
