#pragma once
// Question: which arrays does a launch load from, and which does it store to? It shows an array that took another's place.

#include <atomic>
#include <cstdint>

#include "engine/memory/arena.hpp"
#include "engine/memory/saved_memory.hpp"
#include "engine/watch/pattern.hpp"
#include "engine/watch/raw_findings.hpp"

namespace halo::engine {

class ArrayUse {
public:
    void launch_begins(const LaunchState& launch)
    {
        serial_ = launch.serial;
        saved_ = launch.saved;
    }
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
        if (latest.load(std::memory_order_relaxed) == serial_) return;
        const std::uint32_t former = latest.exchange(serial_, std::memory_order_relaxed);
        if (former != serial_ && saved_ != nullptr) saved_->changed(launch, former);
    }

    std::uint32_t serial_ = 0;
    SavedMemory* saved_ = nullptr;
};

}  // namespace halo::engine
