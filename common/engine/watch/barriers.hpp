#pragma once
// Questions: does every thread of the block reach the same barrier? Does every lane that a shuffle or its kin names come?

#include <cstdint>
#include <vector>

#include "engine/watch/sightings.hpp"

namespace halo::engine {

/// Lanes of a warp go on from a call at which they waited for each other.
struct Meeting {
    const ThreadState* lanes;      ///< of the warp
    unsigned warp;
    unsigned leader;               ///< the lowest lane that came
    std::uint32_t here, absent;    ///< lanes that came, and that are named and neither came nor left the kernel
    const char *call, *file;
    int line;
};

/// Only the first absence in a block is a cause.
class Barriers {
public:
    void block_begins(const BlockState&) { parted_ = false; }
    void barrier(const BlockState& block, const std::vector<ThreadState>& threads, SightingLog& log);
    void meeting(const BlockState& block, const Meeting& meeting, SightingLog& log);

    using OfBlock = bool;
    void swap_block(OfBlock& other) { std::swap(parted_, other); }

private:
    bool parted_ = false;   // its threads waited in different places, which was reported
};

}  // namespace halo::engine
