#include "kinds/convolution/met.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "diagnose/footprints.hpp"

namespace halo {

namespace {

constexpr std::size_t kTrial = 64;      // faulty outputs that a prediction must mostly explain before all are tried
constexpr std::size_t kScatter = 2'654'435'761;     // a prime, 2³² over the golden ratio

}  // namespace

Met::Met(const Layout& layout, const TapMap& map) : layout_(layout), map_(map)
{
    const auto weights = std::size_t(layout.weights());
    met_.assign(map.outputs() * weights, kNothing);
    for (std::size_t o = 0; o < map.outputs(); ++o) {
        if (!map.readable(o)) continue;
        const std::size_t before = wrong_.size();
        for (std::size_t w = 0; w < weights; ++w) {
            int& met = met_[o * weights + w];
            const Tap& tap = map.tap(o, w);
            if (tap.times == 1) met = int(*map.source(o, w));
            if (tap.times > 1) met = kSeveral;
            if (const int expected = due(o, int(w)); met != expected) wrong_.push_back({o, int(w), expected, met});
        }
        if (wrong_.size() > before) faulty_.push_back(o);
    }
}

int Met::due(std::size_t output, int weight) const
{
    const Spot o = spot(output), d = offset(weight);
    return at({o.x + d.x, o.y + d.y});
}

/// Does the prediction explain every product of this output? `deviates`: is it another one than due?
bool Met::predicted(std::size_t output, const Prediction& prediction, bool& deviates) const
{
    const Spot o = spot(output);
    bool same = true;
    deviates = false;
    for (int w = 0; w < layout_.weights(); ++w) {
        const int source = prediction(o, offset(w));
        if (source != met(output, w)) same = false;
        if (source != due(output, w)) deviates = true;
        if (!same && deviates) break;
    }
    return same;
}

Met::Score Met::score(const Prediction& prediction) const
{
    Score score;
    bool deviates = false;
    for (; score.of < std::min(kTrial, faulty_.size()); ++score.of)     // scattered: regular steps would keep to some columns of the tiles
        if (predicted(faulty_[score.of * kScatter % faulty_.size()], prediction, deviates)) ++score.right;
    if (2 * score.right < score.of) return score;

    score = {};
    auto faulty = faulty_.begin();
    for (std::size_t o = 0; o < map_.outputs(); ++o) {
        if (!map_.readable(o)) continue;
        const bool wrong = faulty != faulty_.end() && *faulty == o;
        if (wrong) ++faulty;
        const bool same = predicted(o, prediction, deviates);
        if (!wrong && !deviates) continue;
        ++score.of;
        if (same) ++score.right;
    }
    return score;
}

std::vector<Spot> Met::displacements() const
{
    std::map<std::pair<int, int>, std::size_t> count;
    for (const Met::WrongTap& tap : wrong_) {
        if (tap.met < 0) continue;
        const Spot from = spot(std::size_t(tap.met)), o = spot(tap.output), d = offset(tap.weight);
        ++count[{from.x - o.x - d.x, from.y - o.y - d.y}];
    }
    std::vector<std::pair<std::size_t, Spot>> ranked;
    for (const auto& [at, times] : count) ranked.push_back({times, {at.first, at.second}});
    std::ranges::sort(ranked, std::greater{}, [](const auto& one) { return one.first; });
    std::vector<Spot> most;
    for (std::size_t i = 0; i < ranked.size() && i < 3; ++i) most.push_back(ranked[i].second);
    return most;
}

Footprint Met::footprint(std::size_t output, const std::string& name) const
{
    const auto indices = [this](Spot s) { return layout_.flat() ? Indices{s.x} : Indices{s.y, s.x}; };
    const Spot o = spot(output);
    std::vector<DueProduct> products;
    for (int w = 0; w < layout_.weights(); ++w) {
        const Spot d = offset(w), at{o.x + d.x, o.y + d.y};
        DueProduct& one = products.emplace_back(DueProduct{.weight = w, .offset = indices(d), .place = indices(at)});
        if (inside(at)) one.source = flat(at);
    }
    const int reach = 2 * std::max(layout_.radius_x, layout_.radius_y);
    return halo::footprint(map_, output, products,
                           {.output = name, .columns = layout_.columns(), .rows = 2 * layout_.radius_y + 1,
                            .place = [&](std::int64_t flat) { return indices(spot(std::size_t(flat))); },
                            .side = [&](const Indices& due, const Indices& met) { return side_of(due, met, reach); }});
}

}  // namespace halo
