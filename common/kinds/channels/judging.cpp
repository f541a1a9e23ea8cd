// A layer of channels: its reference, and the outputs that known mistakes produce.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/generate.hpp"
#include "data/reference.hpp"
#include "diagnose/compare.hpp"
#include "kinds/channels/kind.hpp"
#include "kinds/channels/sums.hpp"
#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/seams.hpp"
#include "kinds/convolution/taps.hpp"
#include "kinds/convolution/words.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// The layer and its arrays, which may come partly from the previous call.
struct Layer {
    int channels = 1, outputs = 1, length = 1, radius = 1;
    std::span<const float> in, weight, bias;
};

enum class Ghost { zero, nearest, next_channel };

struct ChannelDeviation {
    bool mirror = false, skip_first = false, skip_last = false, weights_by_tap = false, weights_by_input = false;
    int first_channel = 0, channels = -1;       // only these take part; -1: all from the first on
    int period = 0;                             // the elements of the first so many channels stand for all others; 0: each has its own
    double biases = 1.0;                        // how often the bias is added
    int shift = 0;                              // elements are read this much further on
    Ghost ghost = Ghost::zero;
};

/// The output of a layer with this deviation; sums in double.
std::vector<float> mistaken(const Layer& l, const ChannelDeviation& m)
{
    const int taps = 2 * l.radius + 1, end = m.channels < 0 ? l.channels : std::min(l.channels, m.first_channel + m.channels);
    const auto weight = [&](int o, int c, int k) {
        if ((m.skip_first && k == 0) || (m.skip_last && k == taps - 1)) return 0.0;
        if (m.mirror) k = taps - 1 - k;
        const auto flat = [](int i, int j, int js, int k, int ks) {
            return (std::size_t(i) * std::size_t(js) + std::size_t(j)) * std::size_t(ks) + std::size_t(k);
        };
        const std::size_t at = m.weights_by_tap     ? flat(o, k, taps, c, l.channels)
                               : m.weights_by_input ? flat(c, o, l.outputs, k, taps)
                                                    : flat(o, c, l.channels, k, taps);
        return double(l.weight[at]);
    };
    const auto element = [&](int c, int x) {
        if (m.period > 0) c %= m.period;
        if (x < 0 || x >= l.length) {
            if (m.ghost == Ghost::zero) return 0.0;
            if (m.ghost == Ghost::nearest) x = std::clamp(x, 0, l.length - 1);
        }
        const long at = long(c) * l.length + x;
        return at >= 0 && at < long(l.in.size()) ? double(l.in[std::size_t(at)]) : 0.0;
    };
    std::vector<float> out;
    for (int o = 0; o < l.outputs; ++o)
        for (int x = 0; x < l.length; ++x) {
            double sum = m.biases * double(l.bias[std::size_t(o)]);
            for (int c = m.first_channel; c < end; ++c)
                for (int k = 0; k < taps; ++k) sum += weight(o, c, k) * element(c, x + k - l.radius + m.shift);
            out.push_back(float(sum));
        }
    return out;
}

/// One wrong output and its context.
struct Wrong {
    const Layer& layer;
    std::span<const float> got;
    const Expected& own;
    const Earlier* earlier;
    int tile;

    bool same(std::span<const float> a) const { return compare(got, a, own.tolerance).same; }
    bool is(const ChannelDeviation& deviation) const { return same(mistaken(layer, deviation)); }
};

Found whole_output(const Wrong& w)
{
    if (std::ranges::all_of(w.got, is_unwritten))
        return Diagnosis{Mistake::untouched};
    if (auto found = sum_of_nothing(w.got)) return found;
    if (std::ranges::all_of(w.got, [](float v) { return v == 0.0f; }))
        return Diagnosis{Mistake::sums_all_zero};
    return {};
}

Found stale(const Wrong& w)
{
    if (w.earlier == nullptr) return {};
    if (w.same(w.earlier->expected.want)) return Diagnosis{Mistake::stale_result};
    const std::vector<std::vector<float>>& before = w.earlier->inputs.arrays;
    Layer with_in = w.layer, with_weight = w.layer, with_bias = w.layer;
    with_in.in = before.at(0), with_weight.weight = before.at(1), with_bias.bias = before.at(2);
    if (w.same(mistaken(with_in, {}))) return Diagnosis{Mistake::stale_layer_input};
    if (w.same(mistaken(with_weight, {}))) return Diagnosis{Mistake::stale_weights};
    if (w.same(mistaken(with_bias, {}))) return Diagnosis{Mistake::stale_bias};
    return {};
}

Found bias_use(const Wrong& w)
{
    // If only the number of biases is wrong, the first element gives it away.
    const double times = 1 + (double(w.got[0]) - double(w.own.want[0])) / double(w.layer.bias[0]);
    if (!(std::abs(times) < 4096) || times == 1 || times != std::round(times) || !w.is({.biases = times})) return {};
    if (times == 0) return Diagnosis{Mistake::no_bias};
    return Diagnosis{Mistake::bias_added_often, {.n = std::int64_t(times)}};
}

Found weight_use(const Wrong& w)
{
    if (w.is({.mirror = true})) return Diagnosis{Mistake::layer_mirrored};
    if (w.is({.skip_first = true})) return Diagnosis{Mistake::layer_tap_left_out, {.end = End::first}};
    if (w.is({.skip_last = true})) return Diagnosis{Mistake::layer_tap_left_out, {.end = End::last}};
    if (w.is({.weights_by_tap = true})) return Diagnosis{Mistake::weights_as_taps};
    if (w.is({.weights_by_input = true})) return Diagnosis{Mistake::weights_as_inputs};
    return {};
}

/// Channels that take no part: at the end, at the beginning, or all but those of one warp or block of threads.
Found channel_use(const Wrong& w)
{
    const int all = w.layer.channels;
    const auto found = [](int first, int n) {
        return Diagnosis{Mistake::channels_missing, {.first = first, .last = first + n - 1}};
    };
    for (const int step : {1, 32, 64, 128, 256, 512, 1024})
        for (const int n : {step, all - step, all / step * step, (all - 1) / step * step})
            if (n > 0 && n < all)
                for (const int first : {0, all - n})
                    if (w.is({.first_channel = first, .channels = n})) return found(first, n);
    return {};
}

/// A round over some of the channels that loads those of the first round again.
Found rounds(const Wrong& w)
{
    for (const int period : {32, 64, 128, 256, 512, 1024})
        if (period < w.layer.channels && w.is({.period = period})) return Diagnosis{Mistake::first_channels_again, {.n = period}};
    return {};
}

Found by_place(const Wrong& w)
{
    const Layer& l = w.layer;
    if (l.length < 4) return {};        // too short to tell the cases apart
    for (int n = 1; n <= l.radius; ++n)
        for (const int s : {n, -n})
            if (w.is({.shift = s})) return Diagnosis{Mistake::layer_shifted, {.shift = Shift{s, 0}}};
    if (w.is({.ghost = Ghost::next_channel})) return Diagnosis{Mistake::ghost_from_next_channel};
    if (w.is({.ghost = Ghost::nearest})) return Diagnosis{Mistake::layer_ghost_repeats_edge};
    std::vector<Spot> wrong, missing;
    for (std::size_t i = 0; i < w.own.want.size(); ++i) {
        if (std::abs(double(w.got[i]) - double(w.own.want[i])) <= w.own.tolerance) continue;
        const Spot spot{int(i % std::size_t(l.length)), int(i / std::size_t(l.length))};
        wrong.push_back(spot);
        if (is_unwritten(w.got[i])) missing.push_back(spot);
    }
    if (wrong.empty()) return {};
    if (2 * missing.size() >= wrong.size()) {
        const int left = std::ranges::min(missing, {}, &Spot::x).x, top = std::ranges::min(missing, {}, &Spot::y).y;
        const Mistake mistake = top > 0    ? Mistake::unwritten_channels
                                : left > 0 ? Mistake::unwritten_positions
                                           : Mistake::unwritten_in_layer;
        const Spot first = missing.front();
        return Diagnosis{mistake, {.count = missing.size(), .row = top, .column = left, .at = {first.y, first.x}}};
    }
    const int r = l.radius;
    if (l.length > 2 * r && std::ranges::all_of(wrong, [&](Spot s) { return s.x < r || s.x >= l.length - r; }))
        return Diagnosis{Mistake::wrong_near_channel_end, {.count = wrong.size(), .radius = r}};
    if (w.tile == 0) return {};
    return seams({.width = l.length, .height = l.outputs, .radius_x = r, .tile = w.tile}, wrong);
}

Layer layer_of(const Channels1d& kind, const Inputs& inputs)
{
    return {inputs.size.in_channels, inputs.size.out_channels, inputs.size.width, kind.radius,
            inputs.arrays.at(0),     inputs.arrays.at(1),      inputs.arrays.at(2)};
}

}  // namespace

/// The filters of all pairs of channels are one array; each one is asymmetric.
Inputs Channels1d::make_inputs(const Size& size, std::uint64_t seed) const
{
    std::vector<float> weight;
    for (int pair = 0; pair < size.out_channels * size.in_channels; ++pair) {
        const auto filter = asymmetric_filter({2 * radius + 1, 1}, mix(mix(seed, "weight"), std::uint64_t(pair)));
        weight.insert(weight.end(), filter.begin(), filter.end());
    }
    return {size, {whole_numbers({size.width, size.in_channels}, mix(seed, "in")), std::move(weight),
                   whole_numbers({size.out_channels, 1}, mix(seed, "bias"))}};
}

Expected Channels1d::solve(const Inputs& inputs) const
{
    const Layer layer = layer_of(*this, inputs);
    const double channels = layer.channels, outputs = layer.outputs, taps_of_filter = 2 * radius + 1;

    Expected e;
    e.want = conv1d_channels_reference(layer.in, layer.weight, layer.bias, layer.length);
    e.tolerance = 0;        // halves below 2²³ up to 41 000 channels: float sums are exact, in any order
    // With a thread per output: an element and a weight for each product, and a bias.
    e.loads.basic = outputs * (channels * 2 * taps(layer.length, radius) + layer.length);
    if (tile > 0) {
        const double tiles = (layer.length + tile - 1) / tile;
        const double once = patch_loads(layer.length, tile, radius) + tiles * taps_of_filter;
        e.loads.tiled = outputs * (channels * once + layer.length);
        e.loads.interior_ratio = 2 * tile * taps_of_filter / (tile + 2 * radius + taps_of_filter);
    }
    return e;
}

std::string Channels1d::describe(const Size& size) const
{
    return fmt::format("{} channel{} in, {} out, length {}, radius {}", size.in_channels, size.in_channels == 1 ? "" : "s",
                       size.out_channels, size.width, radius);
}

Output Channels1d::output(const Size& size) const { return {.row = size.width}; }

/// No matrices: to recognise a wrong row length, the arrays' names would be needed, since each has its own row length.
Geometry Channels1d::geometry(const Size&) const { return {.radius = radius, .tile = tile}; }

std::optional<TapQuestion> Channels1d::question(const Size& size) const { return question_about_layer(size, radius); }

Found Channels1d::diagnose(const WrongResult& w) const
{
    const Layer layer = layer_of(*this, w.inputs);
    const Wrong wrong{layer, w.got, w.expected, w.earlier, tile};
    Found found;
    for (const auto suspect : {whole_output, stale, bias_use, weight_use, channel_use, rounds, by_place})
        if (!found) found = suspect(wrong);
    if (w.taps == nullptr) return found;
    auto footprint = wrong_products(*w.taps, w.inputs.size, radius, w.drawn);
    if (!footprint) return found;
    if (!found) found = Diagnosis{counted_again(*w.taps) ? Mistake::counted_again : Mistake::other_products};
    found->evidence.footprint = std::move(*footprint);
    return found;
}

Words Channels1d::words() const
{
    return {.flat = false, .sums = true, .neighbours = true, .launch = "a block for every output channel, and does a thread store each sum"};
}

Mistake Channels1d::unexplained() const { return Mistake::unexplained_sum; }

std::optional<Diagnosis> Channels1d::advice(const Finding& finding, const Size&) const { return about_ghosts(finding); }

}  // namespace halo::lab
