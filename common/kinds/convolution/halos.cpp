#include "kinds/convolution/halos.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kinds/convolution/suspects.hpp"

namespace halo {

namespace {

std::string_view side(const Halo& halo)
{
    if (halo.around) return "whole halo";
    if (halo.before && halo.behind) return halo.rows ? "upper and lower halo" : "left and right halo";
    if (halo.before) return halo.rows ? "upper halo" : "left halo";
    return halo.rows ? "lower halo" : "right halo";
}

Diagnosis shifted(const Convolution& p, const Halo& halo)
{
    const int n = std::abs(halo.shift);
    const std::string_view things = p.flat() ? "element" : halo.rows ? "row" : "column";
    const std::string_view where = halo.rows ? (halo.shift > 0 ? "down" : "up") : (halo.shift > 0 ? "right" : "left");
    return {"halo_off_by_one",
            fmt::format("it fits exactly when the {} of each tile comes from {} {}{} further {}", side(halo), n, things,
                        n > 1 ? "s" : "", where),
            "which element belongs to the first place of the halo? Take a tile of 2 and a radius of 1", "the halo is off by one"};
}

Diagnosis stale(const Halo& halo)
{
    return {"halo_missing",
            fmt::format("it fits exactly when the {} stays what it was in the first tile of each block, with {} blocks in all",
                        side(halo), halo.stale_from),
            "load the halo anew for every tile, between two barriers", "the halo is another tile's"};
}

}  // namespace

std::optional<Diagnosis> wrong_halo(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    if (p.tile == 0) return {};
    const auto is = [&](const Halo& halo) { return fits(o, mistaken(p, p.in, p.filter, {.halo = halo})); };

    const auto elsewhere = [&](Halo halo, int radius) -> std::optional<Diagnosis> {
        for (int n = 1; n <= radius; ++n)
            for (const int shift : {n, -n}) {
                halo.shift = shift;
                if (is(halo)) return shifted(p, halo);
            }
        return {};
    };

    for (const bool rows : {false, true}) {
        const int radius = rows ? p.radius_y : p.radius_x, size = rows ? p.height : p.width;
        for (const auto& [before, behind] : {std::pair{true, false}, {false, true}, {true, true}}) {
            Halo halo{.before = before, .behind = behind, .rows = rows};
            if (auto found = elsewhere(halo, radius)) return found;
            for (halo.stale_from = 1; halo.stale_from <= (size - 1) / p.tile; ++halo.stale_from)
                if (is(halo)) return stale(halo);
        }
        if (!p.flat())
            if (auto found = elsewhere({.around = true, .rows = rows}, radius)) return found;
    }
    return {};
}

}  // namespace halo
