#include "kinds/convolution/met.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace halo {

namespace {

constexpr std::size_t kTrial = 64;      // faulty outputs that a prediction must mostly explain before all are tried
constexpr std::size_t kScatter = 2'654'435'761;     // a prime, 2³² over the golden ratio

Mark mark_of(const Layout& l, int due, int met, int times, Spot due_at, Spot met_at)
{
    if (met == due) return due == kNothing ? Mark::no_product : Mark::right;
    if (due == kNothing) return Mark::ghost;
    if (met == kNothing) return Mark::missing;
    if (met == kSeveral) return times > 1 && met_at == due_at ? Mark::again : Mark::several;
    const int x = met_at.x - due_at.x, y = met_at.y - due_at.y;
    if (y == 0 && std::abs(x) <= 2 * l.radius_x) return x < 0 ? Mark::left : Mark::right_of;
    if (x == 0 && std::abs(y) <= 2 * l.radius_y) return y < 0 ? Mark::above : Mark::below;
    return Mark::elsewhere;
}

}  // namespace

Met::Met(const Layout& layout, const TapMap& map) : layout_(layout), map_(map)
{
    const auto weights = std::size_t(layout.weights());
    met_.assign(map.outputs() * weights, kNothing);
    for (std::size_t o = 0; o < map.outputs(); ++o) {
        if (!map.readable(o)) continue;
        ++readable_;
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
    const auto indices = [&](Spot s) { return layout_.flat() ? Indices{s.x} : Indices{s.y, s.x}; };
    Footprint f{.output = name, .columns = layout_.columns()};
    const Spot o = spot(output);
    for (int w = 0; w < layout_.weights(); ++w) {
        const Spot d = offset(w), due_at{o.x + d.x, o.y + d.y};
        const int expected = due(output, w), got = met(output, w), times = map_.tap(output, std::size_t(w)).times;
        const auto one = map_.source(output, std::size_t(w));
        const Spot met_at = one ? spot(std::size_t(*one)) : due_at;
        Mark mark = mark_of(layout_, expected, got, one ? times : 0, due_at, met_at);
        if (mark != Mark::right && mark != Mark::no_product && f.wrong++ == 0)
            f.first = {.mark = mark, .weight = indices(d), .due = indices(due_at), .met = one ? indices(met_at) : Indices{}, .times = times};
        f.marks.push_back(mark);
    }
    return f;
}

}  // namespace halo
