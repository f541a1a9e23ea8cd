// A layer of channels: its reference, and what the values of a wrong one show.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/generate.hpp"
#include "data/reference.hpp"
#include "diagnose/compare.hpp"
#include "diagnose/outside.hpp"
#include "findings/explain.hpp"
#include "kinds/channels/kind.hpp"
#include "kinds/channels/sums.hpp"
#include "kinds/convolution/asked.hpp"
#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/taps.hpp"
#include "kinds/convolution/words.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

std::vector<float> layer(std::span<const float> in, std::span<const float> weight, std::span<const float> bias, const Size& size)
{
    return conv1d_channels_reference(in, weight, bias, size.as<LayerSize>().width);
}

Found whole_output(const WrongResult& w)
{
    if (std::ranges::all_of(w.got, is_unwritten)) return Diagnosis{Mistake::untouched};
    if (auto found = sum_of_nothing(w.got)) return found;
    if (std::ranges::all_of(w.got, [](float v) { return v == 0.0f; })) return Diagnosis{Mistake::sums_all_zero};
    return {};
}

/// Results kept from the previous call.
Found stale(const WrongResult& w)
{
    if (w.earlier == nullptr) return {};
    const auto same = [&](const std::vector<float>& suspected) { return compare(w.got, suspected, w.expected.tolerance).same; };
    if (same(w.earlier->expected.want)) return Diagnosis{Mistake::stale_result};
    const std::vector<std::vector<float>>&now = w.inputs.arrays, &before = w.earlier->inputs.arrays;
    if (same(layer(before.at(0), now.at(1), now.at(2), w.inputs.size))) return Diagnosis{Mistake::stale_layer_input};
    if (same(layer(now.at(0), before.at(1), now.at(2), w.inputs.size))) return Diagnosis{Mistake::stale_weights};
    if (same(layer(now.at(0), now.at(1), before.at(2), w.inputs.size))) return Diagnosis{Mistake::stale_bias};
    return {};
}

/// Every output has its bias the same number of times, but not once. No map shows this: it is asked without biases.
Found bias_use(const WrongResult& w)
{
    constexpr double kMost = 4096;          // threads of a block that add it, and more
    const std::vector<float>& bias = w.inputs.arrays.at(2);
    const auto length = std::size_t(w.inputs.size.as<LayerSize>().width);
    std::optional<double> times;
    for (std::size_t i = 0; i < w.got.size(); ++i) {
        const double of_bias = bias[i / length], more = double(w.got[i]) - double(w.expected.want[i]);
        if (of_bias == 0 ? more != 0 : !(std::abs(more / of_bias) < kMost)) return {};
        if (of_bias == 0) continue;
        if (!times) times = 1 + more / of_bias;
        if (*times != std::round(*times) || std::abs(more - (*times - 1) * of_bias) > w.expected.tolerance) return {};
    }
    if (!times || *times == 1) return {};
    if (*times == 0) return Diagnosis{Mistake::no_bias};
    return Diagnosis{Mistake::bias_added_often, {.biases = std::int64_t(*times)}};
}

/// Every element of the input has lost its fraction.
Found cut_off(const WrongResult& w)
{
    std::vector<float> whole = w.inputs.arrays.at(0);
    for (float& element : whole) element = std::trunc(element);
    if (std::ranges::equal(w.got, layer(whole, w.inputs.arrays.at(1), w.inputs.arrays.at(2), w.inputs.size))) return Diagnosis{Mistake::elements_cut_off};
    return {};
}

/// The right sums, stored as [L][O].
Found turned(const WrongResult& w)
{
    const auto size = w.inputs.size.as<LayerSize>();
    const auto outputs = std::size_t(size.out_channels), length = std::size_t(size.width);
    if (outputs < 2 || length < 2) return {};
    for (std::size_t o = 0; o < outputs; ++o)
        for (std::size_t l = 0; l < length; ++l)
            if (w.got[l * outputs + o] != w.expected.want[o * length + l]) return {};
    return Diagnosis{Mistake::layer_output_turned};
}

/// What channel `c` adds to an output.
double products_of(const Inputs& inputs, std::size_t output, std::size_t c)
{
    const std::vector<float>&in = inputs.arrays.at(0), &weight = inputs.arrays.at(1);
    const auto size = inputs.size.as<LayerSize>();
    const auto length = std::size_t(size.width), channels = std::size_t(size.in_channels);
    const std::size_t taps = weight.size() / channels / std::size_t(size.out_channels), radius = taps / 2;
    double sum = 0;
    for (std::size_t k = 0; k < taps; ++k) {
        const std::size_t x = output % length + k - radius;             // of a ghost: huge
        if (x < length) sum += double(weight[(output / length * channels + c) * taps + k]) * double(in[c * length + x]);
    }
    return sum;
}

/// Channels that take no part: all from `begin` on and before `end`, or those whose number has a bit of `bits`. `diagnosis` says it.
struct Lost {
    std::size_t begin = 0, end = 0, bits = 0;
    Mistake in_tree = Mistake::tree_step_missing;
    std::size_t step = 0;                   // of a tree of sums

    Diagnosis diagnosis(std::size_t channels) const
    {
        if (bits > 0) return {in_tree, {.channels = std::int64_t(2 * step), .apart = std::int64_t(step)}};
        const auto first = std::int64_t(begin), last = std::int64_t(end) - 1, n = std::int64_t(channels);
        if (begin == 0) return {Mistake::channels_missing, {.span = Span{last + 1, n - 1}}};
        if (end == channels) return {Mistake::channels_missing, {.span = Span{0, first - 1}}};
        return {Mistake::channels_left_out, {.span = Span{first, last}}};
    }
};

/// A step of a tree of sums that is left out, or all from a step on.
std::vector<Lost> lost_in_tree(std::size_t channels)
{
    std::vector<Lost> all;
    for (std::size_t step = 1; step < channels; step *= 2) {
        all.push_back({.bits = step, .step = step});
        if (step > 1) all.push_back({.bits = 2 * step - 1, .in_tree = Mistake::tree_ends_early, .step = step});
    }
    return all;
}

std::vector<Lost> lost_in_a_row(std::size_t channels)
{
    std::vector<Lost> all;
    for (std::size_t begin = 0; begin < channels; ++begin)
        for (std::size_t end = begin + 1; end <= channels; ++end)
            if (end - begin < channels) all.push_back({.begin = begin, .end = end});
    return all;
}

/// All outputs lack the same channels. The map of a large layer is asked about some of them, and can't say which others.
Found channels_missing(const WrongResult& w)
{
    constexpr std::size_t kEnough = 4;      // outputs: a few may lack the same by chance
    const auto channels = std::size_t(w.inputs.size.as<LayerSize>().in_channels);
    if (w.got.size() < kEnough) return {};
    std::vector<Lost> possible = lost_in_a_row(channels);
    for (const Lost& one : lost_in_tree(channels)) possible.push_back(one);
    for (std::size_t i = 0; i < w.got.size() && !possible.empty(); ++i) {
        std::vector<double> sums, below = {0};
        for (std::size_t c = 0; c < channels; ++c) sums.push_back(products_of(w.inputs, i, c)), below.push_back(below.back() + sums.back());
        const double missing = double(w.expected.want[i]) - double(w.got[i]);
        std::erase_if(possible, [&](const Lost& lost) {
            double sum = below[lost.end] - below[lost.begin];
            for (std::size_t c = 0; lost.bits > 0 && c < channels; ++c) sum += (c & lost.bits) != 0 ? sums[c] : 0;
            return !(std::abs(sum - missing) <= w.expected.tolerance);
        });
    }
    return possible.empty() ? Found{} : possible.front().diagnosis(channels);
}

/// At least half of the wrong elements were never written.
Found unwritten_part(const WrongResult& w)
{
    const auto length = std::size_t(w.inputs.size.as<LayerSize>().width);
    std::size_t wrong = 0;
    std::vector<Spot> missing;
    for (std::size_t i = 0; i < w.got.size(); ++i) {
        if (std::abs(double(w.got[i]) - double(w.expected.want[i])) <= w.expected.tolerance) continue;
        ++wrong;
        if (is_unwritten(w.got[i])) missing.push_back({int(i % length), int(i / length)});
    }
    if (missing.empty() || 2 * missing.size() < wrong) return {};
    const int left = std::ranges::min(missing, {}, &Spot::x).x, top = std::ranges::min(missing, {}, &Spot::y).y;
    const Mistake mistake = top > 0    ? Mistake::unwritten_channels
                            : left > 0 ? Mistake::unwritten_positions
                                       : Mistake::unwritten_in_layer;
    const Spot first = missing.front();
    return Diagnosis{mistake, {.affected = missing.size(), .at = {first.y, first.x}, .row = top, .column = left}};
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
                   whole_numbers({size.out_channels, 1}, mix(seed, "bias"))},
            kFraction};
}

Expected Channels1d::solve(const Inputs& inputs) const
{
    const auto size = inputs.size.as<Size>();
    const int length = size.width;
    const double channels = size.in_channels, outputs = size.out_channels, taps_of_filter = 2 * radius + 1;

    Expected e;
    e.want = layer(inputs.arrays.at(0), inputs.arrays.at(1), inputs.arrays.at(2), inputs.size);
    e.tolerance = 0;        // eighths below 2²¹ up to 10 000 channels: float sums are exact, in any order
    // With a thread per output: an element and a weight for each product, and a bias.
    e.loads.basic = outputs * (channels * 2 * taps(length, radius) + length);
    if (tile > 0) {
        const double tiles = (length + tile - 1) / tile;
        const double once = patch_loads(length, tile, radius) + tiles * taps_of_filter;
        e.loads.tiled = outputs * (channels * once + length);
        e.loads.interior_ratio = 2 * tile * taps_of_filter / (tile + 2 * radius + taps_of_filter);
    }
    return e;
}

std::string Channels1d::describe(const Size& size) const
{
    return fmt::format("{} in, {} out, length {}, radius {}", counted(size.in_channels, "channel"), size.out_channels, size.width, radius);
}

Output Channels1d::output(const Size& size) const { return {.shape = {size.out_channels, size.width}}; }

/// No matrices: to recognise a wrong row length, the arrays' names would be needed, since each has its own row length.
Geometry Channels1d::geometry(const Size&) const { return {.radius = radius, .tile = tile}; }

std::optional<TapQuestion> Channels1d::question(const Size& size) const { return question_about_layer(size, radius); }

namespace {

Found mistake_of(const WrongResult& w, int radius, int tile)
{
    const auto size = w.inputs.size.as<LayerSize>();
    for (const auto suspect : {whole_output, stale, cut_off, turned, bias_use, channels_missing, unwritten_part})
        if (Found found = suspect(w)) return found;
    if (w.taps == nullptr) return {};
    if (auto found = no_sum_of_products(*w.taps)) return found;
    if (auto found = mistake_in(*w.taps, size, radius, tile, w.drawn)) return found;
    if (no_sums(*w.taps) > 0) return Diagnosis{Mistake::not_a_sum};
    if (has_constant(*w.taps)) return Diagnosis{Mistake::sum_without_input};
    return asks_all(size) ? Found{Diagnosis{Mistake::right_products}} : Found{};
}

}  // namespace

Found Channels1d::diagnose(const WrongResult& w) const { return traced(mistake_of(w, radius, tile), w.trace(tile)); }

Words Channels1d::words() const
{
    return {.flat = false, .sums = true, .neighbours = true, .launch = "a block for every output channel, and does a thread store each sum",
            .source = "the thread that makes that product: does it hold this element and this weight, each read from a register or s_line at the index where it was stored? "
                      "And is the sum in the lane that stores it?"};
}

Mistake Channels1d::unexplained() const { return Mistake::unexplained_sum; }

std::optional<Diagnosis> Channels1d::advice(const Finding& f, const Size& size) const
{
    if (f.kind == FindingKind::race && f.space == Space::shared && !f.across_warps) return Diagnosis{Mistake::lanes_unordered};
    if (f.kind == FindingKind::race && f.space == Space::global && f.block != f.other_block) return Diagnosis{Mistake::channel_of_two_blocks};
    const bool past_end = outside_of_array(f) && f.access == Access::read && f.space == Space::global && f.outside == Outside::past_end && f.index.size() == 1;
    if (past_end && f.array.find("weight") != std::string::npos) return Diagnosis{Mistake::no_such_weight};
    if (past_end && f.array.find("weight") == std::string::npos && f.index[0] / size.width > size.in_channels - 1)
        return Diagnosis{Mistake::no_such_channel, {.row = f.index[0] / size.width, .channels = size.in_channels}};
    return about_ghosts(f);
}

/// The layer of solutions/measured. No counts to compare with: waiting decides there, and they say little of it.
std::optional<OnCard> Channels1d::on_card(const Size&) const
{
    constexpr Size sample{.width = 4, .in_channels = 1024, .out_channels = 64}, size{.width = 4, .in_channels = 1024, .out_channels = 1024};
    OnCard on{.sample = sample, .size = size};
    on.scale = double(size.out_channels) / sample.out_channels;
    on.basic.name = "a thread for each output";
    const double in = size.in_channels, out = size.out_channels, length = size.width, taps = 2 * radius + 1;
    on.bytes = sizeof(float) * (in * length + in * out * taps + out + out * length);
    return on;
}

}  // namespace halo::lab
