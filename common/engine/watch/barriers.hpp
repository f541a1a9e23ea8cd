#pragma once
// Questions: does every thread of the block reach the same barrier? Does every lane named in the mask of a shuffle, vote
// or __syncwarp arrive?

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/watch/raw_findings.hpp"

namespace halo::engine {

/// Lanes of a warp continue after a call at which they waited for each other.
struct Meeting {
    const ThreadState* lanes;      ///< of the warp
    unsigned warp;
    unsigned leader;               ///< the lowest lane that arrived
    std::uint32_t here, absent;    ///< lanes that arrived; lanes named in the mask that neither arrived nor left the kernel
    const char *call, *file;
    int line;
};

/// Reports only the first missing thread in a block: the later ones are consequences.
class Barriers {
public:
    void block_begins(const BlockState&)
    {
        of_block_.diverged = false;
        of_block_.passed.clear();
    }
    void barrier(const BlockState& block, const std::vector<ThreadState>& threads, RawFindingLog& log);
    void meeting(const BlockState& block, const Meeting& meeting, RawFindingLog& log);

    struct OfBlock {
        bool diverged = false;                              ///< its threads waited at different places
        std::vector<std::pair<int, unsigned>> passed = {};  ///< by number of the barrier: how often all of them have passed it
    };
    void swap_block(OfBlock& other) { std::swap(of_block_, other); }

private:
    unsigned& passed(int barrier);

    OfBlock of_block_;
};

}  // namespace halo::engine
