#include "diagnose/taps.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "diagnose/compare.hpp"

namespace halo {

namespace {

constexpr std::uint64_t kDigit = 3;

/// Bits of an index below `count`.
std::size_t bits_of(std::size_t count) { return count < 2 ? 0 : std::size_t(std::bit_width(count - 1)); }

std::vector<float> plane(std::size_t sources, std::size_t bit)
{
    std::vector<float> in(sources);
    for (std::size_t i = 0; i < sources; ++i) in[i] = float(i >> bit & 1);
    return in;
}

AskedCall call_with(std::vector<float> first, const std::vector<std::vector<float>>& rest)
{
    AskedCall arrays = {std::move(first)};
    arrays.insert(arrays.end(), rest.begin(), rest.end());
    return arrays;
}

/// A sum of weights as a whole number; nothing if it is none.
std::optional<std::uint64_t> whole(float value, float constant, double limit)
{
    const double sum = double(value) - double(constant);
    if (!(sum >= 0 && sum < limit) || sum != std::round(sum)) return {};
    return std::uint64_t(sum);
}

/// The calls of one pass: in the first all sources are 0, in the second 1; then come the bit-planes of the sources, and those of
/// the filters. What is there without a source may depend on the weights: ghosts that count as a number.
void read_pass(TapMap& map, const std::vector<int>& weights, std::span<const std::vector<float>> calls)
{
    const double limit = std::ldexp(1.0, 2 * int(weights.size()));
    const std::size_t source_planes = bits_of(map.sources());
    for (std::size_t o = 0; o < map.outputs(); ++o) {
        TapMap::State& state = map.state(o);
        for (std::size_t c = 1; c < calls.size() && state.written; ++c) {
            const auto sum = whole(calls[c][o], calls[0][o], limit);
            if (!sum) {
                state.whole = false;
                break;
            }
            for (std::size_t k = 0; k < weights.size(); ++k) {
                const std::uint64_t digit = *sum >> (2 * k) & kDigit;
                Tap& tap = map.tap(o, std::size_t(weights[k]));
                if (c == 1) tap.times = std::uint8_t(digit);
                else if (c < 2 + source_planes) tap.planes |= digit << (2 * (c - 2));
                else tap.filters |= digit << (2 * (c - 2 - source_planes));
                if (digit > tap.times) state.whole = false;
            }
        }
    }
}

/// The index that bit-planes spell if all `times` products agree on it.
std::optional<std::int64_t> index_in(std::uint64_t planes, std::uint8_t times)
{
    if (times == 0) return {};
    std::int64_t index = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
        const std::uint64_t digit = planes >> (2 * bit) & kDigit;
        if (digit == times) index |= std::int64_t(1) << bit;
        else if (digit != 0) return {};
    }
    return index;
}

}  // namespace

std::size_t TapQuestion::calls_of_pass() const { return 2 + bits_of(sources) + bits_of(filters); }
std::size_t TapQuestion::calls() const { return passes * calls_of_pass() + 5; }

void TapQuestion::ask_filter(std::size_t digits, const std::vector<std::vector<float>>& others, const std::optional<std::vector<int>>& these)
{
    std::vector<int> asked(weights);
    std::iota(asked.begin(), asked.end(), 0);
    if (these) asked = *these;
    passes = (asked.size() + digits - 1) / digits;

    // `value(k)` in the k-th weight of each filter that is chosen.
    const auto arrays = [of = weights, filters = filters, others](const std::vector<int>& in, auto chosen, auto value) {
        std::vector<float> all(filters * of, 0.0f);
        for (std::size_t f = 0; f < filters; ++f)
            for (std::size_t k = 0; k < in.size() && chosen(f); ++k) all[f * of + std::size_t(in[k])] = value(k);
        return call_with(std::move(all), others);
    };
    const auto every = [](std::size_t) { return true; };
    pass = [=, count = passes, filters = filters](std::size_t p) {
        const auto digit = [](std::size_t k) { return std::ldexp(1.0f, 2 * int(k)); };
        TapPass one;
        for (std::size_t w = p; w < asked.size(); w += count) one.weights.push_back(asked[w]);      // no neighbours: a slip to the next one shows
        one.arrays = arrays(one.weights, every, digit);
        for (std::size_t bit = 0; bit < bits_of(filters); ++bit)
            one.planes.push_back(arrays(one.weights, [bit](std::size_t f) { return (f >> bit & 1) == 1; }, digit));
        return one;
    };
    ones = arrays(asked, every, [](std::size_t) { return 1.0f; });
}

std::vector<AskedCall> calls_of(const TapQuestion& q)
{
    const std::vector<float> ones(q.sources, 1.0f);
    std::vector<AskedCall> calls = {call_with(std::vector<float>(q.sources, 0.0f), q.ones)};
    for (std::size_t p = 0; p < q.passes; ++p) {
        const TapPass pass = q.pass(p);
        calls.push_back(call_with(std::vector<float>(q.sources, 0.0f), pass.arrays));
        calls.push_back(call_with(ones, pass.arrays));
        for (std::size_t bit = 0; bit < bits_of(q.sources); ++bit) calls.push_back(call_with(plane(q.sources, bit), pass.arrays));
        for (const auto& of_filters : pass.planes) calls.push_back(call_with(ones, of_filters));
    }
    std::vector<std::vector<float>> none = q.ones;
    for (std::vector<float>& array : none) std::ranges::fill(array, 0.0f);
    calls.push_back(call_with(std::vector<float>(q.sources, 0.0f), none));
    calls.push_back(call_with(ones, none));
    calls.push_back(call_with(ones, q.ones));
    calls.push_back(call_with(ones, q.pass(0).arrays));         // again: is the answer the same?
    return calls;
}

std::optional<TapMap> map_from(const TapQuestion& q, std::span<const std::vector<float>> outputs)
{
    if (outputs.size() != q.calls()) return {};
    for (const std::vector<float>& output : outputs)
        if (output.size() != q.outputs) return {};

    const auto written = [&](float value) { return !never_written(value) && value != q.unwritten; };
    TapMap map(q.sources, q.outputs, q.weights);
    for (std::size_t o = 0; o < q.outputs; ++o) {
        TapMap::State& state = map.state(o);
        state.constant = outputs[0][o];
        state.written = written(state.constant) && written(outputs[2][o]);
        if (!std::isfinite(state.constant)) state.whole = false, state.constant = 0;
    }
    for (std::size_t p = 0; p < q.passes; ++p) read_pass(map, q.pass(p).weights, outputs.subspan(1 + p * q.calls_of_pass(), q.calls_of_pass()));

    const std::vector<float>&unmoved = outputs[outputs.size() - 4], &bare = outputs[outputs.size() - 3], &total = outputs[outputs.size() - 2], &again = outputs.back();
    for (std::size_t o = 0; o < q.outputs; ++o) {
        TapMap::State& state = map.state(o);
        if (!state.written) continue;
        state.no_number = std::isnan(bare[o]) || std::isnan(unmoved[o]);
        state.bare = !state.no_number && bare[o] != unmoved[o];
        state.same_again = again[o] == outputs[2][o];
        double times = 0;
        for (std::size_t w = 0; w < q.weights; ++w) times += map.tap(o, w).times;
        if (!(double(total[o]) - double(state.constant) == times)) state.whole = false;      // a digit ran over
    }
    return map;
}

std::optional<std::int64_t> TapMap::source(std::size_t output, std::size_t weight) const
{
    const Tap& t = tap(output, weight);
    return index_in(t.planes, t.times);
}

std::optional<std::int64_t> TapMap::filter(std::size_t output, std::size_t weight) const
{
    const Tap& t = tap(output, weight);
    return index_in(t.filters, t.times);
}

}  // namespace halo
