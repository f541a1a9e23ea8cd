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

/// `first`, then `rest`.
std::vector<std::vector<float>> before(std::vector<float> first, const std::vector<std::vector<float>>& rest)
{
    std::vector<std::vector<float>> arrays = {std::move(first)};
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

/// The calls of one pass: in the first all sources are 0, in the second 1; the others are the bit-planes. What is there without
/// a source may depend on the weights: ghosts that count as a number.
void read_pass(TapMap& map, const std::vector<int>& weights, std::span<const std::vector<float>> calls)
{
    const double limit = std::ldexp(1.0, 2 * int(weights.size()));
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
                else tap.planes |= digit << (2 * (c - 2));
                if (digit > tap.times) state.whole = false;
            }
        }
    }
}

}  // namespace

std::size_t TapQuestion::calls() const { return passes * (2 + planes_of(*this)) + 5; }

void TapQuestion::ask_filter(std::size_t digits, const std::vector<std::vector<float>>& others)
{
    passes = (weights + digits - 1) / digits;
    pass = [count = passes, of = weights, others](std::size_t p) {
        TapPass one;
        std::vector<float> filter(of, 0.0f);
        for (std::size_t w = p; w < of; w += count) {                   // weights of one pass are not neighbours: a slip to the next one shows
            filter[w] = std::ldexp(1.0f, 2 * int(one.weights.size()));
            one.weights.push_back(int(w));
        }
        one.arrays = before(std::move(filter), others);
        return one;
    };
    ones = before(std::vector<float>(weights, 1.0f), others);
}

std::vector<AskedCall> calls_of(const TapQuestion& q)
{
    const std::vector<float> ones(q.sources, 1.0f);
    std::vector<AskedCall> calls = {before(std::vector<float>(q.sources, 0.0f), q.ones)};
    for (std::size_t p = 0; p < q.passes; ++p) {
        const TapPass pass = q.pass(p);
        calls.push_back(before(std::vector<float>(q.sources, 0.0f), pass.arrays));
        calls.push_back(before(ones, pass.arrays));
        for (std::size_t bit = 0; bit < planes_of(q); ++bit) calls.push_back(before(plane(q.sources, bit), pass.arrays));
    }
    std::vector<std::vector<float>> none = q.ones;
    for (std::vector<float>& array : none) std::ranges::fill(array, 0.0f);
    calls.push_back(before(std::vector<float>(q.sources, 0.0f), none));
    calls.push_back(before(ones, none));
    calls.push_back(before(ones, q.ones));
    calls.push_back(before(ones, q.pass(0).arrays));         // again: is the answer the same?
    return calls;
}

std::optional<TapMap> map_from(const TapQuestion& q, std::span<const std::vector<float>> outputs)
{
    const std::size_t of_pass = 2 + planes_of(q);
    if (outputs.size() != q.calls()) return {};
    for (const std::vector<float>& output : outputs)
        if (output.size() != q.outputs) return {};

    TapMap map(q.outputs, q.weights);
    for (std::size_t o = 0; o < q.outputs; ++o) {
        TapMap::State& state = map.state(o);
        state.constant = outputs[0][o];
        state.written = !never_written(state.constant) && !never_written(outputs[2][o]);
        if (!std::isfinite(state.constant)) state.whole = false, state.constant = 0;
    }
    for (std::size_t p = 0; p < q.passes; ++p) read_pass(map, q.pass(p).weights, outputs.subspan(1 + p * of_pass, of_pass));

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
