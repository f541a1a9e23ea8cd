#include "diagnose/products.hpp"

#include <algorithm>
#include <utility>

namespace halo {

namespace {

constexpr std::size_t kTrial = 64;      // faulty outputs that a prediction must mostly explain before all are tried
constexpr std::size_t kScatter = 2'654'435'761;     // a prime, 2³² over the golden ratio

int met_in(const TapMap& map, std::size_t output, std::size_t weight)
{
    const std::uint8_t times = map.tap(output, weight).times;
    if (times == 0) return kNothing;
    const auto source = map.source(output, weight), filter = map.filter(output, weight);
    return times == 1 && source && filter ? int(*filter * std::int64_t(map.sources()) + *source) : kSeveral;
}

std::vector<char> readable_in(const TapMap& map)
{
    std::vector<char> readable(map.outputs());
    for (std::size_t o = 0; o < map.outputs(); ++o) readable[o] = map.readable(o);
    return readable;
}

}  // namespace

Products::Products(int weights, std::vector<char> readable, const Prediction& due, const Prediction& met)
    : weights_(weights), readable_(std::move(readable)), due_(readable_.size() * std::size_t(weights)), met_(due_.size(), kNothing)
{
    for (std::size_t o = 0; o < outputs(); ++o) {
        const std::size_t before = wrong_.size();
        for (int w = 0; w < weights_; ++w) {
            const int expected = due_[at(o, w)] = due(o, w);
            if (!this->readable(o)) continue;
            const int there = met_[at(o, w)] = met(o, w);
            if (there != expected) wrong_.push_back({o, w, expected, there});
        }
        if (wrong_.size() > before) faulty_.push_back(o);
    }
}

Products::Products(const TapMap& map, const Prediction& due)
    : Products(int(map.weights()), readable_in(map), due, [&](std::size_t o, int w) { return met_in(map, o, std::size_t(w)); })
{
}

bool Products::mostly_repeated() const
{
    const auto repeated = std::size_t(std::ranges::count(wrong_, kSeveral, &Wrong::met));
    return repeated > 0 && 4 * repeated >= 3 * wrong_.size();
}

/// Does the prediction explain every product of this output? `deviates`: is it another one than due?
bool Products::predicted(std::size_t output, const Prediction& prediction, bool& deviates) const
{
    bool same = true;
    deviates = false;
    for (int w = 0; w < weights_; ++w) {
        const int source = prediction(output, w);
        if (source != met(output, w)) same = false;
        if (source != due(output, w)) deviates = true;
        if (!same && deviates) break;
    }
    return same;
}

Products::Score Products::score(const Prediction& prediction) const
{
    Score score;
    bool deviates = false;
    for (; score.of < std::min(kTrial, faulty_.size()); ++score.of)     // scattered: regular steps would keep to some columns of the tiles
        if (predicted(faulty_[score.of * kScatter % faulty_.size()], prediction, deviates)) ++score.right;
    if (2 * score.right < score.of) return score;

    score = {};
    auto faulty = faulty_.begin();
    for (std::size_t o = 0; o < outputs(); ++o) {
        if (!readable(o)) continue;
        const bool wrong = faulty != faulty_.end() && *faulty == o;
        if (wrong) ++faulty;
        const bool same = predicted(o, prediction, deviates);
        if (!wrong && !deviates) continue;
        ++score.of;
        if (same) ++score.right;
    }
    return score;
}

Match match(const Products& products, const std::vector<Pattern>& patterns)
{
    Match result;
    double best = 0;
    for (const Pattern& one : patterns) {
        const Products::Score score = products.score(one.prediction);
        if (score.exact()) return {one.diagnosis, {}};
        if (score.share() >= Products::kMost && score.share() > best) result.most = one.diagnosis, best = score.share();
    }
    return result;
}

std::vector<int> unused_weights(const Products& products)
{
    std::vector<int> unused;
    for (int w = 0; w < products.weights(); ++w) {
        bool used = false;
        for (std::size_t o = 0; o < products.outputs() && !used; ++o) used = products.readable(o) && products.met(o, w) != kNothing;
        if (!used) unused.push_back(w);
    }
    return unused;
}

}  // namespace halo
