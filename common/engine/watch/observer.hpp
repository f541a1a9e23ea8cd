#pragma once
// When a warp stops, passes its instructions to the watchers one by one, each with its pattern and its array.

#include <cstdint>

#include "engine/memory/address_map.hpp"
#include "engine/watch/held_loads.hpp"
#include "engine/watch/pattern.hpp"
#include "engine/watch/raw_findings.hpp"
#include "engine/watch/warp_log.hpp"
#include "engine/watch/watchers.hpp"

namespace halo::engine {

/// A file of the program is compiled with hooks. Without (`--no-watch`) atomic accesses alone are seen, which tell nothing.
inline bool stores_are_seen = false;

/// The watchers of one host thread, and their findings.
class Observer {
public:
    explicit Observer(AddressMap& map) : map_(map) {}

    void launch_begins(const LaunchState& launch, Watchers::OfLaunch& of_launch)
    {
        held_loads_.launch_begins();
        watchers.launch_begins(launch, of_launch);
    }
    /// Empties the warp's log.
    void warp_stopped(const BlockState& block, unsigned warp, WarpLog& warp_log);
    bool holds_loads_of(unsigned warp) const { return held_loads_.holds_of(warp); }
    void block_ends(const BlockState& block)
    {
        held_loads_.block_ends();
        watchers.block_ends(block);
    }
    void forget_held_loads() { held_loads_.forget(); }

    Watchers watchers;
    RawFindingLog log;

private:
    void access(const BlockState& block, unsigned warp, Request& request, std::uint32_t racing);
    void global_memory(const BlockState& block, unsigned warp, Request& request, std::uint32_t racing, bool held);
    void held_load(const BlockState& block, unsigned warp, Request& load);
    void count(const BlockState& block, unsigned warp, const Request& request, const Pattern& pattern);
    void outside_allocations(const BlockState& block, unsigned warp, const Request& request, unsigned lane);

    AddressMap& map_;
    Shapes shapes_;
    HeldLoads held_loads_;
};

}  // namespace halo::engine
