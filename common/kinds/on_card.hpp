#pragma once
// What counts of a small run mean on a card: at which size it is kept busy, and what must move there.

#include <string>

#include "findings/bound.hpp"
#include "kinds/inputs.hpp"

namespace halo::lab {

/// The kernel that a lab's functions are compared with, and as much of it as was counted by hand.
struct BasicKernel {
    std::string name;                 ///< `conv2d_basic`; empty: there is none
    Counters counters = {};
    double scale = 1;                 ///< the whole of it, in parts of what was counted
};

struct OnCard {
    Size sample;                      ///< for the engine: large enough that the edges hardly matter
    Size size;                        ///< for a card
    double scale = 1;                 ///< the work at `size`, in parts of that at `sample`
    double bytes = 0;                 ///< at `size`: inputs once, outputs once
    BasicKernel basic = {};
};

/// Counters of a block of 256 threads that each sum the products of a filter, a row of `radius` to both sides `rows` times, far from every edge.
/// `filter_loads`: requests for weights from global memory, one for all lanes.
inline Counters block_of_sums(int rows, int radius, int filter_loads)
{
    constexpr std::uint64_t kThreads = 256, kWarps = kThreads / 32, kAligned = 4, kCrossing = 5, kFloatsOfSector = 8;
    std::uint64_t sectors = std::uint64_t(filter_loads);
    for (int d = -radius; d <= radius; ++d) sectors += std::uint64_t(rows) * (d % int(kFloatsOfSector) == 0 ? kAligned : kCrossing);
    const auto requests = std::uint64_t(rows * (2 * radius + 1) + filter_loads);
    return {.blocks = 1, .threads = kThreads, .global_loads = requests * kThreads, .global_stores = kThreads, .global_load_requests = requests * kWarps,
            .global_store_requests = kWarps, .global_load_sectors = sectors * kWarps, .global_store_sectors = kAligned * kWarps};
}

}  // namespace halo::lab
