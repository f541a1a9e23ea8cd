#pragma once
// Question: does every thread of the block reach the same barrier?

#include <vector>

#include "engine/watch/sightings.hpp"

namespace halo::engine {

class Barriers {
public:
    /// Every thread waits at a barrier or has finished, and at least one waits.
    /// True: some did not come. Only the first time in a block is a cause.
    bool barrier(const BlockState& block, const std::vector<ThreadState>& threads, SightingLog& log);
};

}  // namespace halo::engine
