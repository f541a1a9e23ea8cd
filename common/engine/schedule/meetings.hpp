#pragma once
// Lanes of a warp that wait for each other: at a shuffle, a vote, __syncwarp, or a gathering of whoever comes.

#include <array>
#include <cstdint>
#include <span>

#include "engine/headers/halo/warp_runtime.hpp"
#include "engine/watch/access.hpp"
#include "engine/watch/observer.hpp"

namespace halo::engine {

class Meetings {
public:
    /// `lane` comes to `call`, and waits.
    void come(unsigned lane, const halo_engine::Call& call, std::uint64_t value)
    {
        bringing_[lane] = value;
        at_[lane] = call;
    }
    /// All lanes of the warp have stopped. True: some may go on.
    bool release(BlockState& block, unsigned warp, std::span<ThreadState> lanes, Observer& observer);

    /// Of a lane's last meeting: the lanes that came, and what each of them brought.
    std::uint32_t met(unsigned lane) const { return met_[lane]; }
    const std::uint64_t* brought() const { return brought_.data(); }

private:
    std::array<std::uint64_t, kWarp> bringing_{}, brought_{};
    std::array<std::uint32_t, kWarp> met_{};
    std::array<halo_engine::Call, kWarp> at_{};
};

}  // namespace halo::engine
