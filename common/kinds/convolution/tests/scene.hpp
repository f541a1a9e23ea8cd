#pragma once
// A mistaken convolution: a function that is called, then asked what it sums, and what classify() reports about it.

#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnose/compare.hpp"
#include "diagnose/taps.hpp"
#include "findings/explain.hpp"
#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/met.hpp"
#include "kinds/convolution/convolved.hpp"
#include "kinds/convolution/words.hpp"

namespace halo::test {

using Floats = std::vector<float>;

/// What a student hands in, in plain loops: from the image and the filter to the output.
using Function = std::function<Floats(const Floats& in, const Floats& filter, int width, int height)>;

inline Floats numbers(std::size_t count, unsigned seed)
{
    Floats out(count);
    for (float& value : out) {
        seed = seed * 1664525u + 1013904223u;
        value = float(int((seed >> 20) % 9) + 1) * ((seed >> 30) & 1 ? -1.0f : 1.0f);
    }
    return out;
}

/// What is reported about an output; the key is `none` when nothing is.
struct Report : Explanation {
    std::string_view key = "none";
    std::string_view mistake = "none";      ///< as in mistakes.def
};

inline Report report(const WrongConvolution& output)
{
    const auto found = classify(output);
    if (!found) return {};
    return {explain(*found, output.problem.flat() ? lab::kSignalWords : lab::kImageWords), name(found->key()), row_of(found->mistake).id};
}

/// An image (or, with height 1, a signal) and a filter, for a function to convolve.
struct Scene {
    int width, height, radius, tile;
    Floats in, filter, earlier_in, earlier_filter;
    double tolerance = 1e-3;

    Scene(int width, int height, int radius, int tile)
        : width(width), height(height), radius(radius), tile(tile), in(numbers(std::size_t(width * height), 1)),
          filter(numbers(std::size_t((2 * radius + 1) * (2 * radius_y() + 1)), 7)), earlier_in(numbers(in.size(), 3)),
          earlier_filter(numbers(filter.size(), 9))
    {
    }

    int radius_y() const { return height > 1 ? radius : 0; }
    Convolution problem() const { return {width, height, radius, radius_y(), tile, in, filter}; }
    /// The element at a place; kNothing outside.
    int at(int x, int y = 0) const { return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : kNothing; }

    Floats right(const Floats& elements, const Floats& weights) const { return convolved(problem(), elements, weights); }
    Floats want() const { return right(in, filter); }
    Floats earlier_want() const { return right(earlier_in, earlier_filter); }

    /// A function whose outputs multiply, with the weight of each offset, the element that `predict` names.
    Function sums(const Met::SpotPrediction& predict) const
    {
        std::vector<int> from;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                for (int dy = -radius_y(); dy <= radius_y(); ++dy)
                    for (int dx = -radius; dx <= radius; ++dx) from.push_back(predict({x, y}, {dx, dy}));
        return [from](const Floats& in, const Floats& filter, int, int) {
            Floats out(in.size(), 0.0f);
            for (std::size_t i = 0; i < from.size(); ++i)
                if (from[i] >= 0) out[i / filter.size()] += filter[i % filter.size()] * in[std::size_t(from[i])];
            return out;
        };
    }
    /// The right function, with another weight at each place of the filter: the one at `choose(place)`, 0 beyond its end.
    Function weighs(const std::function<int(int)>& choose) const
    {
        return [this, choose](const Floats& in, const Floats& filter, int, int) {
            Floats chosen(filter.size(), 0.0f);
            for (std::size_t i = 0; i < chosen.size(); ++i)
                if (const int at = choose(int(i)); at >= 0 && at < int(filter.size())) chosen[i] = filter[std::size_t(at)];
            return right(in, chosen);
        };
    }
    /// The right function, each of whose outputs is changed before it is stored.
    Function stores(const std::function<float(float, Spot)>& change) const
    {
        return [this, change](const Floats& in, const Floats& filter, int, int) {
            Floats out = right(in, filter);
            for (int i = 0; i < int(out.size()); ++i) out[std::size_t(i)] = change(out[std::size_t(i)], {i % width, i / width});
            return out;
        };
    }

    TapQuestion question() const
    {
        TapQuestion q{.sources = in.size(), .weights = filter.size(), .outputs = in.size(), .pass = {}, .ones = {}};
        q.ask_filter(TapQuestion::kFloatDigits);
        return q;
    }
    /// What is reported about a function that is called with the earlier inputs, with these, and then asked.
    Report of(const Function& function) const
    {
        function(earlier_in, earlier_filter, width, height);
        const Floats got = function(in, filter, width, height);
        std::vector<Floats> answers;
        for (const AskedCall& call : calls_of(question())) answers.push_back(function(call[0], call[1], width, height));
        const auto map = map_from(question(), answers);
        return about(got, map ? &*map : nullptr);
    }
    Report of_sums(const Met::SpotPrediction& predict) const { return of(sums(predict)); }

    /// What is reported about values alone, if nobody asks the function.
    Report unasked(const Function& function) const { return about(function(in, filter, width, height), nullptr); }
    Report about(const Floats& got, const TapMap* map = nullptr, bool earlier_right = false) const
    {
        const Floats expected = want(), before = earlier_want();
        return report(WrongConvolution{problem(), got, expected, tolerance, before, earlier_in, earlier_filter, earlier_right, map});
    }
};

inline Scene image() { return Scene(40, 37, 2, 16); }
inline Scene signal() { return Scene(1000, 1, 4, 256); }

}  // namespace halo::test
