#include "kinds/convolution/met.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "diagnose/footprints.hpp"

namespace halo {

namespace {

/// The place that stands in for this one at the layout's boundary; nothing for a ghost.
std::optional<Spot> in_its_stead(const Layout& l, Spot s)
{
    const int x = stand_in(s.x, l.width, l.boundary), y = stand_in(s.y, l.height, l.boundary);
    if (x < 0 || y < 0) return {};
    return Spot{x, y, s.plane};
}

Spot spot_of(const Layout& l, std::size_t flat)
{
    const int pixel = int(flat) / l.planes;
    return {pixel % l.width, pixel / l.width, int(flat) % l.planes};
}

}  // namespace

Met::Met(const Layout& layout, const TapMap& map)
    : Products(map,
               [&](std::size_t o, int w) {
                   const auto due = in_its_stead(layout, plus(spot_of(layout, o), {w % layout.columns() - layout.radius_x,
                                                                                  w / layout.columns() - layout.radius_y}));
                   return due ? (due->y * layout.width + due->x) * layout.planes + due->plane : kNothing;
               }),
      layout_(layout)
{
}

Spot Met::spot(std::size_t flat) const { return spot_of(layout_, flat); }

int Met::at(Spot s) const
{
    const auto place = in_its_stead(layout_, s);
    return place ? flat(*place) : kNothing;
}

std::vector<Spot> Met::faulty_spots() const
{
    std::vector<Spot> spots;
    for (const std::size_t o : faulty()) {
        const Spot s = spot(o);
        if (spots.empty() || spots.back().x != s.x || spots.back().y != s.y) spots.push_back({s.x, s.y});
    }
    return spots;
}

std::vector<Spot> Met::displacements() const
{
    std::map<std::pair<int, int>, std::size_t> count;
    for (const Wrong& tap : wrong()) {
        if (tap.met < 0) continue;
        const Spot from = spot(std::size_t(tap.met)), due = plus(spot(tap.output), offset(tap.weight));
        if (from.plane == due.plane) ++count[{from.x - due.x, from.y - due.y}];
    }
    std::vector<std::pair<std::size_t, Spot>> ranked;
    for (const auto& [at, times] : count) ranked.push_back({times, {at.first, at.second}});
    std::ranges::sort(ranked, std::greater{}, [](const auto& one) { return one.first; });
    std::vector<Spot> most;
    for (std::size_t i = 0; i < ranked.size() && i < 3; ++i) most.push_back(ranked[i].second);
    return most;
}

Footprint Met::footprint(const TapMap& map, std::size_t output, const std::string& name) const
{
    const auto offsets = [this](Spot s) { return layout_.flat() ? Indices{s.x} : Indices{s.y, s.x}; };
    const auto indices = [&](Spot s) {
        Indices all = offsets(s);
        if (layout_.planes > 1) all.push_back(s.plane);
        return all;
    };
    std::vector<DueProduct> products;
    for (int w = 0; w < layout_.weights(); ++w) {
        const Spot ghost = plus(spot(output), offset(w));
        const auto place = in_its_stead(layout_, ghost);
        products.push_back({.weight = w, .offset = offsets(offset(w)), .place = indices(place.value_or(ghost))});
        if (place) products.back().source = flat(*place);
    }
    const int reach = 2 * std::max(layout_.radius_x, layout_.radius_y);
    const auto side = [&](Indices due, Indices met) {
        if (layout_.planes > 1) {
            if (due.back() != met.back()) return Mark::elsewhere;       // another colour
            due.pop_back(), met.pop_back();
        }
        return side_of(due, met, reach);
    };
    return halo::footprint(map, output, products,
                           {.output = name, .columns = layout_.columns(), .rows = 2 * layout_.radius_y + 1,
                            .place = [&](std::int64_t flat) { return indices(spot(std::size_t(flat))); }, .side = side});
}

}  // namespace halo
