#include "kinds/channels/sums.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "diagnose/footprints.hpp"
#include "diagnose/products.hpp"
#include "kinds/convolution/seams.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

constexpr int kRows = 8;                // channels that a drawing has room for
constexpr double kWaits = 150;          // in products: a thread whose warp adds up its sums waits again and again

/// The shape of a layer. An output is (o, l), a weight of its filter (c, k), an element (c, x).
struct Layer {
    int in = 1, out = 1, length = 1, radius = 1;

    int taps() const { return 2 * radius + 1; }
    int weights() const { return in * taps(); }
    int sources() const { return in * length; }
    /// The element that a weight of filter `o` meets; kNothing outside the channels.
    int element(int o, int c, int x) const
    {
        return x >= 0 && x < length && c >= 0 && c < in ? o * sources() + c * length + x : kNothing;
    }
    /// A prediction in these terms.
    Products::Prediction says(std::function<int(int o, int l, int c, int k)> element) const
    {
        return [layer = *this, element](std::size_t output, int weight) {
            return element(int(output) / layer.length, int(output) % layer.length, weight / layer.taps(), weight % layer.taps());
        };
    }
    /// What is due if the weight of (o, c, k) is taken from another place of the array: `place`, [out][in][taps].
    Products::Prediction weighs(std::function<int(int o, int c, int k)> place) const
    {
        std::vector<int> met(std::size_t(out) * std::size_t(length) * std::size_t(weights()), kNothing);
        for (int o = 0; o < out; ++o)
            for (int l = 0; l < length; ++l)
                for (int c = 0; c < in; ++c)
                    for (int k = 0; k < taps(); ++k) {
                        const int at = place(o, c, k), source = element(at / weights(), c, l + k - radius);
                        int& there = met[std::size_t(o * length + l) * std::size_t(weights()) + std::size_t(at % weights())];
                        if (source != kNothing) there = there == kNothing ? source : kSeveral;
                    }
        return [met, count = std::size_t(weights())](std::size_t output, int weight) { return met[output * count + std::size_t(weight)]; };
    }
    Products::Prediction due() const
    {
        return says([l = *this](int o, int x, int c, int k) { return l.element(o, c, x + k - l.radius); });
    }
};

Layer layer_of(const LayerSize& size, int radius) { return {size.in_channels, size.out_channels, size.width, radius}; }

/// Channels that are asked about: all of a few, else those at the bounds of warps and rounds.
std::vector<int> asked_channels(int in)
{
    constexpr int kFew = 12;
    std::vector<int> asked;
    for (int c = 0; c < in; ++c) {
        const bool bound = c < 2 || c == 31 || c == 32 || c == 127 || c == 128 || c == 511 || c == 512 || c == in - 1;
        if (in <= kFew || bound) asked.push_back(c);
    }
    return asked;
}

std::vector<int> asked_weights(const Layer& l)
{
    std::vector<int> weights;
    for (const int c : asked_channels(l.in))
        for (int k = 0; k < l.taps(); ++k) weights.push_back(c * l.taps() + k);
    return weights;
}

/// Weights that are not asked about are 0 in all calls: nothing is seen of their products.
Products::Prediction of_asked(const Layer& l, Products::Prediction prediction)
{
    std::vector<char> asked(std::size_t(l.weights()));
    for (const int w : asked_weights(l)) asked[std::size_t(w)] = true;
    return [asked, prediction = std::move(prediction)](std::size_t output, int weight) {
        return asked[std::size_t(weight)] ? prediction(output, weight) : kNothing;
    };
}

/// The first or the last tap of all channels, if no output uses its weights.
void unused(std::vector<Pattern>& all, const Layer& l, const Products& p)
{
    const std::vector<int> channels = asked_channels(l.in), none = unused_weights(p);
    for (const int tap : {0, l.taps() - 1}) {
        const auto is_unused = [&](int c) { return std::ranges::find(none, c * l.taps() + tap) != none.end(); };
        if (!std::ranges::all_of(channels, is_unused)) continue;
        all.push_back({{Mistake::layer_tap_left_out, {.end = tap == 0 ? End::first : End::last}}, [due = l.due(), tap, taps = l.taps()](std::size_t o, int w) {
                           return w % taps == tap ? kNothing : due(o, w);
                       }});
    }
}

/// The weights of other places.
void indices(std::vector<Pattern>& all, const Layer& l)
{
    all.push_back({{Mistake::layer_mirrored}, l.says([l](int o, int x, int c, int k) { return l.element(o, c, x - k + l.radius); })});
    all.push_back({{Mistake::weights_as_taps}, l.weighs([l](int o, int c, int k) { return (o * l.taps() + k) * l.in + c; })});
    for (const int n : {2, 4})
        if (l.out > 1) all.push_back({{Mistake::weights_of_neighbour}, l.weighs([l, n](int o, int c, int k) { return (o / n * n * l.in + c) * l.taps() + k; })});
    all.push_back({{Mistake::weights_as_inputs}, l.weighs([l](int o, int c, int k) { return (c * l.out + o) * l.taps() + k; })});
}

/// Elements of other places: the wrong products say which.
void elements(std::vector<Pattern>& all, const Layer& l, const Products& p)
{
    std::set<int> rounds, steps;
    for (const Products::Wrong& one : p.wrong()) {
        if (one.met < 0) continue;
        const int c = one.weight / l.taps(), met = one.met % l.sources();
        const int x = int(one.output) % l.length + one.weight % l.taps() - l.radius;
        if (met / l.length < c) rounds.insert(c - met / l.length);
        if (met / l.length == c && std::abs(met % l.length - x) <= l.radius) steps.insert(met % l.length - x);
    }
    // The elements of the first channels stand for all others.
    if (!rounds.empty()) {
        const int n = *rounds.begin();
        all.push_back({{Mistake::first_channels_again, {.channels = n}}, l.says([l, n](int o, int x, int c, int k) { return l.element(o, c % n, x + k - l.radius); })});
    }
    for (const int s : steps)
        all.push_back({{Mistake::layer_shifted, {.shift = Shift{s, 0}}}, l.says([l, s](int o, int x, int c, int k) { return l.element(o, c, x + k - l.radius + s); })});
    for (const int t : {2, 4, 8, 16, 32})
        if (t < l.length)
            all.push_back({{Mistake::block_reads_first, {.tile = t}}, l.says([l, t](int o, int x, int c, int k) { return l.element(o, c, x % t + k - l.radius); })});
    if (l.in > 1)
        all.push_back({{Mistake::layer_input_turned}, l.says([l](int o, int x, int c, int k) {
                           const int at = x + k - l.radius;
                           return at >= 0 && at < l.length ? o * l.sources() + at * l.in + c : kNothing;
                       })});
    all.push_back({{Mistake::ghost_from_next_channel}, l.says([l](int o, int x, int c, int k) {
                       const int flat = c * l.length + x + k - l.radius;
                       return flat >= 0 && flat < l.sources() ? o * l.sources() + flat : kNothing;
                   })});
    all.push_back({{Mistake::layer_ghost_repeats_edge},
                   l.says([l](int o, int x, int c, int k) { return l.element(o, c, std::clamp(x + k - l.radius, 0, l.length - 1)); })});
}

/// Where the wrong outputs are.
Diagnosis by_place(const Layer& l, const Products& p, int tile)
{
    std::vector<Spot> wrong;
    for (const std::size_t o : p.faulty()) wrong.push_back({int(o) % l.length, int(o) / l.length});
    if (l.length > 2 * l.radius && std::ranges::all_of(wrong, [&](Spot s) { return s.x < l.radius || s.x >= l.length - l.radius; }))
        return {Mistake::wrong_near_channel_end, {.affected = wrong.size(), .radius = l.radius}};
    if (tile > 0)
        if (const auto found = seams({.width = l.length, .height = l.out, .radius_x = l.radius, .tile = tile}, wrong)) return *found;
    return {Mistake::other_products};
}

/// What out[o][l] sums: its own filters, a row for each input channel if all were asked about.
Footprint footprint_of(const TapMap& map, const Layer& l, std::size_t output)
{
    const int o = int(output) / l.length, at = int(output) % l.length;
    const std::vector<int> asked = asked_channels(l.in);
    std::vector<DueProduct> due;
    for (const int c : asked)
        for (int k = 0; k < l.taps(); ++k) {
            const int x = at + k - l.radius;
            due.push_back({.weight = c * l.taps() + k, .filter = o, .offset = {c, k - l.radius}, .place = {c, x}});
            if (x >= 0 && x < l.length) due.back().source = std::int64_t(c) * l.length + x;
        }
    const auto side = [&](const Indices& due, const Indices& met) {
        return due.front() == met.front() ? side_of(due, met, 2 * l.radius) : Mark::elsewhere;     // of another channel
    };
    return footprint(map, output, due,
                     {.output = fmt::format("out[{}][{}]", o, at), .columns = l.taps(), .rows = int(asked.size()) == l.in ? kRows : 0,
                      .place = [&](std::int64_t flat) { return Indices{flat / l.length, flat % l.length}; }, .side = side});
}

}  // namespace

/// Each output channel has filters of its own.
TapQuestion question_about_layer(const LayerSize& size, int radius)
{
    const Layer l = layer_of(size, radius);
    const auto outputs = std::size_t(l.out) * std::size_t(l.length);
    TapQuestion q{.sources = std::size_t(l.sources()), .weights = std::size_t(l.weights()), .filters = std::size_t(l.out), .outputs = outputs,
                  .products = double(outputs) * double(l.weights()), .thread = kWaits, .pass = {}, .ones = {}};
    const std::vector<float> no_biases(std::size_t(l.out), 0.0f);
    q.ask_filter(TapQuestion::kFloatDigits, {no_biases}, asked_weights(l));
    return q;
}

bool asks_all(const LayerSize& size) { return int(asked_channels(size.in_channels).size()) == size.in_channels; }

Found mistake_in(const TapMap& map, const LayerSize& size, int radius, int tile, std::optional<std::size_t> drawn)
{
    const Layer l = layer_of(size, radius);
    const Products p(map, of_asked(l, l.due()));
    if (p.faulty().empty()) return {};
    std::vector<Pattern> all;
    indices(all, l);
    unused(all, l, p);
    elements(all, l, p);
    for (Pattern& one : all) one.prediction = of_asked(l, std::move(one.prediction));
    const Match found = match(p, all);
    Diagnosis d = found.exact           ? *found.exact
                  : p.mostly_repeated() ? Diagnosis{Mistake::counted_again}
                  : found.most          ? *found.most
                                        : by_place(l, p, tile);
    d.evidence.footprint = footprint_of(map, l, drawn.value_or(p.faulty().front()));
    return d;
}

}  // namespace halo::lab
