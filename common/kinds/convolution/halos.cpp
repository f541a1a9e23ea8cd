#include "kinds/convolution/halos.hpp"

#include <algorithm>

#include "kinds/convolution/suspects.hpp"

namespace halo {

namespace {

HaloSides sides(const Halo& halo)
{
    return {.axis = halo.rows ? Axis::y : Axis::x, .before = halo.before, .after = halo.after, .around = halo.around};
}

Diagnosis shifted(const Halo& halo)
{
    const Shift shift = halo.rows ? Shift{0, halo.shift} : Shift{halo.shift, 0};
    return {Mistake::halo_shifted, {.shift = shift, .halo = sides(halo)}};
}

Diagnosis stale(const Halo& halo)
{
    return {Mistake::halo_of_another_tile, {.blocks = halo.stale_from, .halo = sides(halo)}};
}

}  // namespace

std::optional<Diagnosis> wrong_halo(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    if (p.tile == 0) return {};
    const auto is = [&](const Halo& halo) { return fits(o, p, p.in, p.filter, {.halo = halo}); };

    const auto elsewhere = [&](Halo halo, int radius) -> std::optional<Diagnosis> {
        for (int n = 1; n <= radius; ++n)
            for (const int shift : {n, -n}) {
                halo.shift = shift;
                if (is(halo)) return shifted(halo);
            }
        return {};
    };

    for (const bool rows : {false, true}) {
        const int radius = rows ? p.radius_y : p.radius_x, size = rows ? p.height : p.width;
        for (const auto& [before, after] : {std::pair{true, false}, {false, true}, {true, true}}) {
            Halo halo{.before = before, .after = after, .rows = rows};
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
