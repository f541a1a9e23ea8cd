#pragma once
// Question: how many lanes of its warp take part in a load, store or atomic update? Only while a profile is wanted.

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <utility>

#include "engine/watch/pattern.hpp"
#include "findings/counters.hpp"
#include "findings/kernel_profile.hpp"

namespace halo::engine {

class LaneUse {
public:
    void launch_begins(const LaunchState& launch) { on_ = launch.lanes_counted; }
    void instruction(const BlockState& block, unsigned warp, const Request&, const Pattern& pattern)
    {
        if (!on_) [[likely]] return;
        const unsigned first = warp * kWarp;
        ++mine_.instructions;
        mine_.lanes += pattern.shape.lanes;
        mine_.partial += pattern.shape.lanes < std::min(kWarp, block.threads - first);
    }
    void launch_ends(Counters&)
    {
        if (!on_) return;
        const std::lock_guard lock(mutex_);
        sum_ += std::exchange(mine_, {});
    }

    /// What all host threads have counted since it was last taken.
    static LaneCounts take()
    {
        const std::lock_guard lock(mutex_);
        return std::exchange(sum_, {});
    }

private:
    static inline std::mutex mutex_;
    static inline LaneCounts sum_;

    bool on_ = false;
    LaneCounts mine_;
};

}  // namespace halo::engine
