#pragma once
// Question: how many blocks and threads are there, and how many threads store nothing to global memory?

#include <array>
#include <bit>
#include <cstdint>

#include "engine/watch/pattern.hpp"
#include "findings/counters.hpp"

namespace halo::engine {

class IdleThreads {
public:
    void block_begins(const BlockState&) { stored_.fill(0); }
    void instruction(const BlockState&, unsigned warp, const Request& r, const Pattern&)
    {
        if (r.space == Space::global && r.kind != Access::read) stored_[warp] |= r.lanes;
    }
    void block_ends(const BlockState& block)
    {
        ++blocks_;
        threads_ += block.threads;
        for (unsigned warp = 0; warp < block.warps(); ++warp) busy_ += unsigned(std::popcount(stored_[warp]));
    }
    void launch_ends(Counters& counters)
    {
        counters.blocks += blocks_;
        counters.threads += threads_;
        counters.idle_threads += threads_ - busy_;
        blocks_ = threads_ = busy_ = 0;
    }

    using OfBlock = std::array<std::uint32_t, kMaxWarps>;
    void swap_block(OfBlock& other) { stored_.swap(other); }

private:
    OfBlock stored_{};                        // per warp: lanes that stored
    std::uint64_t blocks_ = 0, threads_ = 0, busy_ = 0;     // so far; busy: threads that stored
};

}  // namespace halo::engine
