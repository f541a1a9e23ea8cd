#pragma once
// Lanes of a warp that wait for each other: at a shuffle, a vote, __syncwarp or coalesced_threads().

#include <array>
#include <cstdint>
#include <span>

#include "engine/headers/halo/warp_runtime.hpp"
#include "engine/watch/access.hpp"
#include "engine/watch/observer.hpp"

namespace halo::engine {

class Meetings {
public:
    /// `lane` arrives at `call` with `value`, and waits.
    void arrive(unsigned lane, const halo_engine::Call& call, std::uint64_t value)
    {
        next_values_[lane] = value;
        at_[lane] = call;
    }
    /// Called when all lanes of the warp have stopped. True: some may continue.
    bool release(BlockState& block, unsigned warp, std::span<ThreadState> lanes, Observer& observer);

    /// A lane's last meeting: which lanes arrived, and each one's value.
    std::uint32_t met(unsigned lane) const { return met_[lane]; }
    const std::uint64_t* values() const { return values_.data(); }

private:
    std::array<std::uint64_t, kWarp> next_values_{}, values_{};
    std::array<std::uint32_t, kWarp> met_{};
    std::array<halo_engine::Call, kWarp> at_{};
};

}  // namespace halo::engine
