#include "kinds/convolution/seams.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "diagnose/compare.hpp"

namespace halo {

namespace {

/// How far into a tile the spots reach from its two ends, along one direction.
struct Reach {
    int before = 0;         ///< spots lie in the first `before` elements …
    int behind = 0;         ///< … or in the last `behind` elements
    bool all = true;        ///< every spot does

    int deepest() const { return std::max(before, behind); }
};

Reach reach(const std::vector<Spot>& spots, int Spot::* axis, int tile, int radius)
{
    Reach result;
    for (const Spot& spot : spots) {
        const int in_tile = spot.*axis % tile;
        if (in_tile < radius) result.before = std::max(result.before, in_tile + 1);
        else if (in_tile >= tile - radius) result.behind = std::max(result.behind, tile - in_tile);
        else result.all = false;
    }
    return result;
}

/// `[18] and [19]`, `[260] to [263]`
std::string indices(int first, int count)
{
    if (count == 1) return fmt::format("[{}]", first);
    return fmt::format("[{}] {} [{}]", first, count == 2 ? "and" : "to", first + count - 1);
}

/// One direction: columns (or rows) of tiles.
Diagnosis along(const Convolution& p, const Reach& r, int tile, int radius, bool columns, std::size_t count)
{
    const std::string_view things = p.flat() ? "element" : columns ? "column" : "row";
    const std::string_view extent = columns ? "wide" : "high";
    const auto some = [&](std::string_view which, int n) {
        return n == 1 ? fmt::format("the {} {}", which, things) : fmt::format("the {} {} {}s", which, n, things);
    };
    const std::string row = p.flat() ? "s_tile" : columns ? "s_tile[..]" : "s_tile";

    Diagnosis d;
    d.key = r.deepest() == 1 && radius > 1 ? "halo_off_by_one" : "halo_missing";
    std::string where;
    if (r.before > 0 && r.behind > 0) {
        where = some("first", r.before) + " or " + some("last", r.behind);
        d.attempt = "look at the halo on both sides: which threads fill it, and is it a radius wide on each?";
    } else if (r.behind > 0) {
        where = some("last", r.behind);
        d.attempt = fmt::format("look at the {} halo: which thread fills {}{}?", columns ? "right" : "lower", row,
                                indices(tile + 2 * radius - r.behind, r.behind));
    } else {
        where = some("first", r.before);
        d.attempt = fmt::format("look at the {} halo: which thread fills {}{}?", columns ? "left" : "upper", row,
                                indices(0, r.before));
    }
    d.seen = fmt::format("{} in {} of a {}-{} tile", they_lie(count), where, tile, extent);
    return d;
}

std::vector<int> tiles(const Convolution& p)
{
    std::vector<int> candidates;
    if (p.tile > 0) candidates.push_back(p.tile);
    for (const int block : {1024, 512, 256, 128, 64, 32, 16, 8})     // fewer edges explain more
        for (const int tile : {block, block - 2 * p.radius_x})
            if (tile > 2 * p.radius_x + 1 && tile != p.tile) candidates.push_back(tile);
    return candidates;
}

}  // namespace

std::optional<Diagnosis> seams(const Convolution& p, const std::vector<Spot>& spots)
{
    const bool one_tile = p.tile > 0 && p.width <= p.tile && p.height <= p.tile;      // smaller ones would be guesses
    if (spots.empty() || one_tile) return {};
    for (const int tile : tiles(p)) {
        const bool several = p.width > tile || p.height > tile;
        if (!several || tile <= 2 * std::max(p.radius_x, p.radius_y)) continue;

        if (p.radius_x > 0 && p.width > tile)
            if (const Reach r = reach(spots, &Spot::x, tile, p.radius_x); r.all)
                return along(p, r, tile, p.radius_x, true, spots.size());
        if (p.radius_y > 0 && p.height > tile)
            if (const Reach r = reach(spots, &Spot::y, tile, p.radius_y); r.all)
                return along(p, r, tile, p.radius_y, false, spots.size());

        if (p.radius_y == 0) continue;
        const auto near = [&](int in_tile, int radius) { return in_tile < radius || in_tile >= tile - radius; };
        if (std::ranges::all_of(spots, [&](Spot s) {
                return near(s.x % tile, p.radius_x) || near(s.y % tile, p.radius_y);
            }))
            return Diagnosis{"halo_missing",
                             fmt::format("{} within {} of the edges of {} x {} tiles", they_lie(spots.size()), p.radius_x,
                                         tile, tile),
                             "look at the halo: corners count too, and every element of the patch needs a thread"};
    }
    return {};
}

}  // namespace halo
