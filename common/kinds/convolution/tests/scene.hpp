#pragma once
// An output that a test spoils, and what classify() reports about it.

#include <functional>
#include <string_view>
#include <vector>

#include "diagnose/compare.hpp"
#include "findings/explain.hpp"
#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/suspects.hpp"
#include "kinds/convolution/words.hpp"

namespace halo::test {


inline std::vector<float> numbers(std::size_t count, unsigned seed)
{
    std::vector<float> out(count);
    for (float& value : out) {
        seed = seed * 1664525u + 1013904223u;
        value = float(int((seed >> 20) % 9) + 1) * ((seed >> 30) & 1 ? -1.0f : 1.0f);
    }
    return out;
}

/// What is reported about an output; the key is `none` when nothing is.
struct Report : Explanation {
    std::string_view key = "none";
};

inline Report report(const WrongOutput& output)
{
    const auto found = classify(output);
    if (!found) return {};
    return {explain(*found, output.problem.flat() ? lab::kSignalWords : lab::kImageWords), name(found->key())};
}

/// An image (or, with height 1, a signal) whose right output a test spoils.
struct Scene {
    int width, height, radius, tile;
    std::vector<float> in, filter, want, got;
    std::vector<float> earlier_in, earlier_filter, earlier_want;

    Scene(int width, int height, int radius, int tile)
        : width(width), height(height), radius(radius), tile(tile), in(numbers(std::size_t(width * height), 1)),
          filter(numbers(std::size_t((2 * radius + 1) * (height > 1 ? 2 * radius + 1 : 1)), 7)),
          want(with({})), got(want), earlier_in(numbers(in.size(), 3)), earlier_filter(numbers(filter.size(), 9)),
          earlier_want(mistaken(problem(), earlier_in, earlier_filter, {}))
    {
    }

    Convolution problem() const
    {
        return {width, height, radius, height > 1 ? radius : 0, tile, in, filter};
    }
    std::vector<float> with(const Deviation& deviation) const { return mistaken(problem(), in, filter, deviation); }

    /// Changes the elements for which `where(x, y)` holds.
    void spoil(const std::function<bool(int, int)>& where, bool unwrite = false)
    {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (float& value = got[std::size_t(y * width + x)]; where(x, y)) value = unwrite ? unwritten() : value + 3;
    }

    Report diagnosis() const
    {
        return report(WrongOutput{problem(), got, want, 1e-3, earlier_want, earlier_in, earlier_filter});
    }
};

/// Spoils every n-th element.
inline void line_noise(Scene& scene, int n)
{
    scene.spoil([&](int x, int) { return x % n == 1; });
}

inline Scene image() { return Scene(40, 37, 2, 16); }
inline Scene signal() { return Scene(1000, 1, 4, 256); }

}  // namespace halo::test
