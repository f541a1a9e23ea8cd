#pragma once
// When a warp stops, passes its instructions to the watchers one by one, each with its pattern and its array.

#include <cstdint>

#include "engine/memory/address_map.hpp"
#include "engine/watch/pattern.hpp"
#include "engine/watch/raw_findings.hpp"
#include "engine/watch/warp_log.hpp"
#include "engine/watch/watchers.hpp"

namespace halo::engine {

/// The watchers of one host thread, and their findings.
class Observer {
public:
    explicit Observer(AddressMap& map) : map_(map) {}

    /// Empties the warp's log.
    void warp_stopped(const BlockState& block, unsigned warp, WarpLog& warp_log);

    Watchers watchers;
    RawFindingLog log;

private:
    void global_memory(const BlockState& block, unsigned warp, Request& request, std::uint32_t racing);
    void count(const BlockState& block, unsigned warp, const Request& request, const Pattern& pattern);
    void outside_allocations(const BlockState& block, unsigned warp, const Request& request, unsigned lane);

    AddressMap& map_;
    Shapes shapes_;
};

}  // namespace halo::engine
