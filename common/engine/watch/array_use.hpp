#pragma once
// Question: which arrays does a launch load from, and which does it store to? It shows an array that took another's place.

#include <atomic>
#include <cstdint>

#include "engine/memory/arena.hpp"
#include "engine/watch/pattern.hpp"
#include "engine/watch/raw_findings.hpp"

namespace halo::engine {

class ArrayUse {
public:
    void launch_begins(const LaunchState& launch) { serial_ = launch.serial; }
    void global_access(const BlockState&, const WarpAccess& access, RawFindingLog&)
    {
        if (access.request.kind != Access::write) note(access.allocation->loaded_in);
        if (access.request.kind != Access::read) note(access.allocation->stored_in);
    }

private:
    /// Other host threads run blocks of the same launch.
    void note(std::uint32_t& launch) const
    {
        const std::atomic_ref latest(launch);
        if (latest.load(std::memory_order_relaxed) != serial_) latest.store(serial_, std::memory_order_relaxed);
    }

    std::uint32_t serial_ = 0;
};

}  // namespace halo::engine
