// A layer of channels: what is right, and what known mistakes give.

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "data/generate.hpp"
#include "data/reference.hpp"
#include "diagnose/compare.hpp"
#include "kinds/channels/kind.hpp"
#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/seams.hpp"
#include "kinds/convolution/taps.hpp"
#include "kinds/convolution/words.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// The layer and its arrays, of this call or of parts of the one before.
struct Layer {
    int channels = 1, outputs = 1, length = 1, radius = 1;
    std::span<const float> in, weight, bias;
};

enum class Ghost { zero, nearest, next_channel };

struct Mistake {
    bool mirror = false, skip_first = false, skip_last = false, weights_by_tap = false, weights_by_input = false;
    int first_channel = 0, channels = -1;       // only these take part; -1: all from the first on
    double biases = 1.0;                        // how often the bias is added
    int shift = 0;                              // elements are read so much further on
    Ghost ghost = Ghost::zero;
};

/// The output of a layer with that mistake; sums in double.
std::vector<float> mistaken(const Layer& l, const Mistake& m)
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

/// One wrong output, and what is known beside it.
struct Wrong {
    const Layer& layer;
    std::span<const float> got;
    const Expected& own;
    const Earlier* earlier;
    int tile;

    bool same(std::span<const float> a) const { return compare(got, a, 0, own.tolerance).same; }
    bool is(const Mistake& mistake) const { return same(mistaken(layer, mistake)); }
};

Found whole_output(const Wrong& w)
{
    if (std::ranges::all_of(w.got, is_unwritten))
        return Diagnosis{"not_started", "every element still holds the NaN that it started with",
                         "is the kernel launched, with a block for every output channel, and does a thread store each sum?", {}};
    if (auto found = sum_of_nothing(w.got)) return found;
    if (std::ranges::all_of(w.got, [](float v) { return v == 0.0f; }))
        return Diagnosis{"wrong_result", "every element is 0", "do the sums reach the output?", {}};
    return {};
}

Found stale(const Wrong& w)
{
    if (w.earlier == nullptr) return {};
    const auto found = [](const std::string& what) {
        return Diagnosis{"stale", "this " + what + " the call before",
                         "compute with what this call brings; the same pointers may hold new data",
                         "the result of an earlier call"};
    };
    if (w.same(w.earlier->expected.want)) return found("is the result of");
    const std::vector<std::vector<float>>& before = w.earlier->inputs.arrays;
    Layer with_in = w.layer, with_weight = w.layer, with_bias = w.layer;
    with_in.in = before.at(0), with_weight.weight = before.at(1), with_bias.bias = before.at(2);
    if (w.same(mistaken(with_in, {}))) return found("comes of the input of");
    if (w.same(mistaken(with_weight, {}))) return found("comes of the weights of");
    if (w.same(mistaken(with_bias, {}))) return found("comes of the bias of");
    return {};
}

Found bias_use(const Wrong& w)
{
    const auto found = [](std::string seen, std::string attempt) {
        return Diagnosis{"wrong_result", std::move(seen), std::move(attempt), "the bias"};
    };
    // If nothing but the number of biases is wrong, the first element tells it.
    const double times = 1 + (double(w.got[0]) - double(w.own.want[0])) / double(w.layer.bias[0]);
    if (!(std::abs(times) < 4096) || times == 1 || times != std::round(times) || !w.is({.biases = times})) return {};
    if (times == 0) return found("it fits exactly when the bias is left out", "who adds bias[o] to each sum?");
    return found(fmt::format("it fits exactly when the bias is added {:.0f} times", times),
                 "one thread adds the bias, once, when all parts of a sum are together");
}

Found weight_use(const Wrong& w)
{
    if (w.is({.mirror = true}))
        return Diagnosis{"filter_mirrored", "it fits exactly when the filters are mirrored",
                         "weight[o][c][d+R] meets in[c][l+d]: both indices grow together", "the filter is mirrored"};
    for (const bool first : {true, false})
        if (w.is({.skip_first = first, .skip_last = !first}))
            return Diagnosis{"tap_left_out",
                             fmt::format("it fits exactly when the {} tap is left out", first ? "first" : "last"),
                             "2R + 1 taps: from 0 to 2R, both included", "a tap is left out"};
    for (const bool by_tap : {true, false})
        if (w.is({.weights_by_tap = by_tap, .weights_by_input = !by_tap}))
            return Diagnosis{
                "wrong_result",
                fmt::format("it fits exactly when weights are taken to lie as {}", by_tap ? "[O][K][C]" : "[C][O][K]"),
                "they lie as [O][C][K]: all filters of an output channel together", "an index is transposed"};
    return {};
}

/// Channels that take no part: at the end, at the beginning, or all but those of one warp or block of threads.
Found channel_use(const Wrong& w)
{
    const int all = w.layer.channels;
    const auto found = [](int first, int n) {
        return Diagnosis{
            "wrong_result",
            first == 0 ? fmt::format("it fits exactly when only the first {} channels take part", n)
                       : fmt::format("it fits exactly when only channels {} to {} take part", first, first + n - 1),
            "each input channel needs a thread that adds its products, and each partial sum has to reach the total",
            "channels are missing"};
    };
    for (const int step : {1, 32, 64, 128, 256, 512, 1024})
        for (const int n : {step, all - step, all / step * step, (all - 1) / step * step})
            if (n > 0 && n < all)
                for (const int first : {0, all - n})
                    if (w.is({.first_channel = first, .channels = n})) return found(first, n);
    return {};
}

Found by_place(const Wrong& w)
{
    const Layer& l = w.layer;
    if (l.length < 4) return {};        // too short to tell one from another
    for (int n = 1; n <= l.radius; ++n)
        for (const int s : {n, -n})
            if (w.is({.shift = s}))
                return Diagnosis{
                    "halo_off_by_one",
                    fmt::format("it fits exactly when elements are read {} further {}", n, s > 0 ? "on" : "back"),
                    "is the radius added or taken away once too often where the index is made?", "off by one"};
    if (w.is({.ghost = Ghost::next_channel}))
        return Diagnosis{"ghost_not_zero", "it fits exactly when an index runs over the end of a channel into the next one",
                         "test l + d against the length, not only the flat index", "ghost elements do not count as 0"};
    if (w.is({.ghost = Ghost::nearest}))
        return Diagnosis{"ghost_not_zero", "it fits exactly when ghost elements repeat the element at the edge",
                         "a ghost element counts as 0", "ghost elements do not count as 0"};
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
        const std::string where = top > 0    ? fmt::format("they begin in channel {}", top)
                                  : left > 0 ? fmt::format("they begin at position {} of a channel", left)
                                             : fmt::format("the first is out[{}][{}]", missing.front().y, missing.front().x);
        return Diagnosis{"unwritten", fmt::format("{} elements were never written: {}", missing.size(), where),
                         "a block for each output channel and each tile of the length, rounded up",
                         "not all of the output is written"};
    }
    const int r = l.radius;
    if (l.length > 2 * r && std::ranges::all_of(wrong, [&](Spot s) { return s.x < r || s.x >= l.length - r; }))
        return Diagnosis{
            "ghost_not_zero",
            fmt::format("all {} lie within {} of an end of their channel, where ghost elements count", wrong.size(), r),
            "a ghost element counts as 0: test the index before the load", "ghost elements do not count as 0"};
    if (w.tile == 0) return {};
    return seams({.width = l.length, .height = l.outputs, .radius_x = r, .tile = w.tile, .in = {}, .filter = {}}, wrong);
}

Layer layer_of(const Channels1d& kind, const Inputs& inputs)
{
    return {inputs.size.in_channels, inputs.size.out_channels, inputs.size.width, kind.radius,
            inputs.arrays.at(0),     inputs.arrays.at(1),      inputs.arrays.at(2)};
}

}  // namespace

/// The filters of all pairs of channels are one array; each of them is asymmetric for itself.
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
    // By a thread for each output: an element and a weight for each product, and a bias.
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

/// A row_length key would need the arrays' names: each has rows of its own.
Geometry Channels1d::geometry(const Size&) const { return {.radius = radius, .tile = tile}; }

Found Channels1d::diagnose(const WrongResult& w) const
{
    const Layer layer = layer_of(*this, w.inputs);
    const Wrong wrong{layer, w.got, w.expected, w.earlier, tile};
    for (const auto suspect : {whole_output, stale, bias_use, weight_use, channel_use, by_place})
        if (Found found = suspect(wrong)) return found;
    return {};
}

std::string Channels1d::unexplained(const std::string& element) const { return follow_the_sum(element); }

std::optional<std::string> Channels1d::advice(const Finding& finding, const Size&) const { return about_ghosts(finding); }

}  // namespace halo::lab
