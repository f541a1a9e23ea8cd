#pragma once
// What a profile says about one kernel: facts. profile_report.hpp prints them.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "findings/bound.hpp"
#include "findings/counters.hpp"
#include "findings/finding.hpp"
#include "findings/line_traffic.hpp"
#include "findings/profile_section.hpp"

namespace halo {

/// How the lanes of warps take part in loads, stores and atomic updates. Other instructions are not seen.
struct LaneCounts {
    std::uint64_t instructions = 0;     ///< of warps
    std::uint64_t lanes = 0;            ///< that took part, over all of them
    std::uint64_t partial = 0;          ///< made by fewer lanes than the warp has threads

    LaneCounts& operator+=(const LaneCounts& more)
    {
        instructions += more.instructions;
        lanes += more.lanes;
        partial += more.partial;
        return *this;
    }
};

/// One launch, or all launches of one kernel.
struct KernelProfile {
    std::string kernel = {};            ///< as the launch names it: `reduce<256>`
    Place at = {};                      ///< of the launch, or of the first
    Index3 grid = {}, block = {};       ///< likewise
    bool other_shapes = false;          ///< further launches had another grid or block
    unsigned number = 0;                ///< of the launch, in order, from 1; 0: all launches of the kernel
    Counters counters = {};
    LaneCounts lanes = {};
    std::uint64_t used_bytes = 0;  ///< of allocated global memory, loaded or stored, launch by launch; at least, if they are cooperative
    std::uint64_t uncached_bytes = 0;  ///< … beyond what a card's L2 cache may have kept, launch by launch
    std::vector<LineTraffic> lines = {};  ///< empty unless asked for
};

/// A row of a profile.
struct ProfileMetric {
    ProfileSection section{};
    std::string_view name;
    std::string_view ncu;               ///< Nsight Compute's name for the same count; empty: it has none
    std::string_view unit;
    double value = 0;
    bool ratio = false;                 ///< else a whole number
};

/// All counts and ratios, also those that are 0; a ratio only where it divides by something.
std::vector<ProfileMetric> metrics_of(const KernelProfile& profile);

/// For each card: the time that no kernel with these counts beats, and what this one waits for on a problem that fills the card. Empty if it accesses no memory.
std::vector<CardBound> bounds_of(const KernelProfile& profile);

/// What the rows cannot say, for readers of ncu's.
std::span<const std::string_view> profile_gaps();

}  // namespace halo
