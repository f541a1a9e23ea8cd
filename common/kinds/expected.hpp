#pragma once
// The right result, how many loads it should take, and what is known about a wrong one.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "diagnose/taps.hpp"
#include "diagnose/traced.hpp"
#include "findings/counters.hpp"
#include "findings/history.hpp"
#include "kinds/inputs.hpp"

namespace halo::lab {

/// Loads of the input, in elements. Empty where a ratio of loads would say nothing about the input.
struct Loads {
    std::optional<double> basic;            ///< by the basic kernel: in-image taps of all outputs
    std::optional<double> tiled;            ///< by tiles that load each element of their patch once, without ghosts
    std::optional<double> interior_ratio;   ///< of an interior tile: T·M/(T+M−1), squared in 2-D; design 3 has another formula
    bool core_only = false;                 ///< `tiled` is design 3's
};

struct Expected {
    std::vector<float> want;
    double tolerance = 0;
    Loads loads;
    std::size_t already_right = 0;                ///< outputs that are right before the function is called
    std::size_t fewest_stores = 0;          ///< by the kernels; 0: one for each output
};

/// The previous call, if it had the same size.
struct Earlier {
    const Inputs& inputs;
    const Expected& expected;
    bool right = false;                     ///< that call had no fault
};

/// One wrong output and its context.
struct WrongResult {
    const Inputs& inputs;
    const Expected& expected;
    std::span<const float> got;
    const Earlier* earlier = nullptr;
    std::optional<Counters> counters = {};  ///< of this call; none on a GPU
    const TapMap* taps = nullptr;           ///< what the function sums, if it was asked
    const History* history = nullptr;       ///< who stored the first wrong output, and what that thread had loaded, if it was recorded
    std::optional<std::size_t> drawn = {};  ///< the output whose products are drawn; nothing: the most telling wrong one

    /// For a kind of sums whose second array is the filter. `tile` as in Geometry.
    Trace trace(int tile) const
    {
        return {.counters = counters, .history = history, .tile = tile, .weights = inputs.arrays.size() < 2 ? 0 : std::int64_t(inputs.arrays[1].size())};
    }
};

}  // namespace halo::lab
