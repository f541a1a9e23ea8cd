#include "diagnose/taps.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "diagnose/compare.hpp"

namespace halo {

namespace {

constexpr std::uint64_t kDigit = 3;

std::size_t planes_of(const TapQuestion& q) { return q.sources < 2 ? 0 : std::size_t(std::bit_width(q.sources - 1)); }

std::vector<float> plane(std::size_t sources, std::size_t bit)
{
    std::vector<float> in(sources);
    for (std::size_t i = 0; i < sources; ++i) in[i] = float(i >> bit & 1);
    return in;
}

AskedCall with_input(std::vector<float> in, const std::vector<std::vector<float>>& rest)
{
    AskedCall call = {std::move(in)};
    call.insert(call.end(), rest.begin(), rest.end());
    return call;
}

/// A sum of weights as a whole number; nothing if it is none.
std::optional<std::uint64_t> whole(float value, float constant, double limit)
{
    const double sum = double(value) - double(constant);
    if (!(sum >= 0 && sum < limit) || sum != std::round(sum)) return {};
    return std::uint64_t(sum);
}

/// The calls of one pass: in the first all sources are 0, in the second 1; the others are the bit-planes. What is there without
/// a source may depend on the weights: ghosts that count as a number.
void read_pass(TapMap& map, const TapPass& pass, std::span<const std::vector<float>> calls)
{
    const double limit = std::ldexp(1.0, 2 * int(pass.weights.size()));
    for (std::size_t o = 0; o < map.outputs(); ++o) {
        TapMap::State& state = map.state(o);
        for (std::size_t c = 1; c < calls.size() && state.written; ++c) {
            const auto sum = whole(calls[c][o], calls[0][o], limit);
            if (!sum) {
                state.whole = false;
                break;
            }
            for (std::size_t k = 0; k < pass.weights.size(); ++k) {
                const std::uint64_t digit = *sum >> (2 * k) & kDigit;
                Tap& tap = map.tap(o, std::size_t(pass.weights[k]));
                if (c == 1) tap.times = std::uint8_t(digit);
                else tap.planes |= digit << (2 * (c - 2));
                if (digit > tap.times) state.whole = false;
            }
        }
    }
}

}  // namespace

std::vector<TapPass> TapQuestion::passes_of(std::size_t weights, std::size_t digits)
{
    const std::size_t count = (weights + digits - 1) / digits;
    std::vector<TapPass> passes(count);
    for (std::size_t p = 0; p < count; ++p) {
        std::vector<float> values(weights, 0.0f);
        for (std::size_t w = p; w < weights; w += count) {              // weights of one pass are not neighbours: a slip to the next one shows
            values[w] = std::ldexp(1.0f, 2 * int(passes[p].weights.size()));
            passes[p].weights.push_back(int(w));
        }
        passes[p].arrays = {std::move(values)};
    }
    return passes;
}

std::vector<AskedCall> calls_of(const TapQuestion& q)
{
    const std::vector<float> ones(q.sources, 1.0f);
    std::vector<AskedCall> calls = {with_input(std::vector<float>(q.sources, 0.0f), q.ones)};
    for (const TapPass& pass : q.passes) {
        calls.push_back(with_input(std::vector<float>(q.sources, 0.0f), pass.arrays));
        calls.push_back(with_input(ones, pass.arrays));
        for (std::size_t bit = 0; bit < planes_of(q); ++bit) calls.push_back(with_input(plane(q.sources, bit), pass.arrays));
    }
    std::vector<std::vector<float>> none = q.ones;
    for (std::vector<float>& array : none) std::ranges::fill(array, 0.0f);
    calls.push_back(with_input(std::vector<float>(q.sources, 0.0f), none));
    calls.push_back(with_input(ones, none));
    calls.push_back(with_input(ones, q.ones));
    calls.push_back(with_input(ones, q.passes.front().arrays));         // again: is the answer the same?
    return calls;
}

std::optional<TapMap> map_from(const TapQuestion& q, std::span<const std::vector<float>> outputs)
{
    const std::size_t of_pass = 2 + planes_of(q);
    if (outputs.size() != q.passes.size() * of_pass + 5) return {};
    for (const std::vector<float>& output : outputs)
        if (output.size() != q.outputs) return {};

    TapMap map(q.outputs, q.weights);
    for (std::size_t o = 0; o < q.outputs; ++o) {
        TapMap::State& state = map.state(o);
        state.constant = outputs[0][o];
        state.written = !never_written(state.constant) && !never_written(outputs[2][o]);
        if (!std::isfinite(state.constant)) state.whole = false, state.constant = 0;
    }
    for (std::size_t p = 0; p < q.passes.size(); ++p) read_pass(map, q.passes[p], outputs.subspan(1 + p * of_pass, of_pass));

    const std::vector<float>&unmoved = outputs[outputs.size() - 4], &bare = outputs[outputs.size() - 3], &total = outputs[outputs.size() - 2], &again = outputs.back();
    for (std::size_t o = 0; o < q.outputs; ++o) {
        TapMap::State& state = map.state(o);
        if (!state.written) continue;
        state.bare = bare[o] != unmoved[o];
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
    if (t.times == 0) return {};
    std::int64_t index = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
        const std::uint64_t digit = t.planes >> (2 * bit) & kDigit;
        if (digit == t.times) index |= std::int64_t(1) << bit;
        else if (digit != 0) return {};
    }
    return index;
}

}  // namespace halo
