#pragma once
// Asks a linear function which (source, weight) pairs each of its outputs sums, without looking inside it.
//
// Weights are distinct digits of base 4, so an output's digits say which weights were added, and how often. Sources are the
// bit-planes of their index: first all are 0, then all 1, then bit 0 of each index, then bit 1. There a weight's digit spells, bit by
// bit, the index of the element that it met. No search: an element in the next row or in another tile is named exactly.
//
// A layer of a network has a filter for each output channel, and no output should see more than one of them. There each digit
// stands for a weight of all these filters at once, and which of them it was is asked in bit-planes, too.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace halo {

/// Weights that are asked about in one go.
struct TapPass {
    std::vector<int> weights;                   ///< in the order of their digits, lowest first
    std::vector<std::vector<float>> arrays;     ///< the arguments after the input that give weight k the value 4^k, all others 0
    std::vector<std::vector<std::vector<float>>> planes = {};       ///< the same for the filters alone whose index has bit 0, bit 1, …
};

/// How a function is asked. A large one has as many passes as nobody wants to keep: each is made when it is used.
struct TapQuestion {
    std::size_t sources = 0, weights = 0;       ///< elements of the input, and of a filter
    std::size_t filters = 1;                    ///< an output should see one of them
    std::size_t outputs = 0;
    double products = 0;                        ///< that the function makes in a call
    double thread = 20;                         ///< what a thread costs besides, in products: it may wait for others again and again
    std::optional<float> unwritten = {};        ///< what an output that nobody stores holds, where it is not NaN
    std::size_t passes = 0;
    std::function<TapPass(std::size_t)> pass;   ///< of `passes`
    std::vector<std::vector<float>> ones;       ///< the arguments after the input with every weight 1

    static constexpr std::size_t kFloatDigits = 11, kByteDigits = 4;    ///< 4^digits and sums below it are exact in this type
    /// How many calls ask about one pass, and about all.
    std::size_t calls_of_pass() const;
    std::size_t calls() const;
    /// For a function whose first argument after the input is [filters][weights]; the others are the same in each call. About
    /// all weights, or only `these`: the others are 0 in all calls.
    void ask_filter(std::size_t digits, const std::vector<std::vector<float>>& others = {}, const std::optional<std::vector<int>>& these = {});
};

/// The arrays of each call.
using AskedCall = std::vector<std::vector<float>>;
std::vector<AskedCall> calls_of(const TapQuestion& question);

/// What an output did with one weight.
struct Tap {
    std::uint8_t times = 0;                     ///< products with this weight in the sum, 0 to 3
    std::uint64_t planes = 0;                   ///< two bits for each bit-plane: how many of their sources have this bit
    std::uint64_t filters = 0;                  ///< the same for the filters that they are of
};

class TapMap {
public:
    TapMap(std::size_t sources, std::size_t outputs, std::size_t weights)
        : sources_(sources), weights_(weights), taps_(outputs * weights), state_(outputs)
    {
    }

    std::size_t sources() const { return sources_; }
    std::size_t outputs() const { return state_.size(); }
    std::size_t weights() const { return weights_; }
    const Tap& tap(std::size_t output, std::size_t weight) const { return taps_[output * weights_ + weight]; }
    Tap& tap(std::size_t output, std::size_t weight) { return taps_[output * weights_ + weight]; }

    /// The element that a weight met; nothing when it met none, or several.
    std::optional<std::int64_t> source(std::size_t output, std::size_t weight) const;
    /// The filter that this weight was of; nothing when there was none, or several.
    std::optional<std::int64_t> filter(std::size_t output, std::size_t weight) const;

    /// What an output held that cannot be split into products.
    struct State {
        bool written = true;                    ///< false: it still held what it started with
        bool whole = true;                      ///< false: no sum of these weights, as of a weight that was added four times or more
        bool same_again = true;                 ///< false: the same question again had another answer
        float constant = 0;                     ///< what it holds when all inputs are 0
        bool bare = false;                      ///< with all weights 0 it changes with the input: an element is added without a weight
        bool no_number = false;                 ///< with all weights 0 it is none: something is divided by them
    };
    const State& state(std::size_t output) const { return state_[output]; }
    State& state(std::size_t output) { return state_[output]; }

    /// Can the taps of an output be relied on?
    bool readable(std::size_t output) const
    {
        const State& s = state_[output];
        return s.written && s.whole && s.same_again;
    }

private:
    std::size_t sources_, weights_;
    std::vector<Tap> taps_;
    std::vector<State> state_;
};

/// The answer to `calls_of(question)`: an output for each call. Nothing if one has another size.
std::optional<TapMap> map_from(const TapQuestion& question, std::span<const std::vector<float>> outputs);

}  // namespace halo
