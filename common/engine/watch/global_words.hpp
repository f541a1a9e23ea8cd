#pragma once
// Questions about global memory: do two threads use one word, one of them writing, with nothing between that orders
// them? Does a thread read a word that was never initialised?

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/watch/pattern.hpp"
#include "engine/watch/recent_writes.hpp"
#include "engine/watch/sightings.hpp"

namespace halo::engine {

/// A number for each launch, and for each part of one between barriers of the whole grid. Never 0.
std::uint32_t next_serial();

/// What the blocks of one launch handed to each other by a fence and an atomic: "I have finished writing".
class Handovers {
public:
    /// `block` made an atomic access after a fence at `stamp`: what it wrote before may be read by who sees that.
    void release(std::uint64_t block, std::uint32_t stamp);
    /// What `block` did at `stamp` came before its last release.
    bool released(std::uint64_t block, std::uint32_t stamp) const;

private:
    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::uint32_t> stamps_;
    std::atomic<bool> any_{false};
};

/// Blocks of a launch are never ordered, unless by a fence and an atomic; threads of a block as in shared memory. One
/// shadow word of 8 bytes tells who used a word last in this launch, so memory that a kernel uses costs twice its size.
///
/// Limits, all on the silent side: blocks from number 2^22 on, and what a block does after its 1023rd barrier, are not
/// looked at; of single bytes in one word that unrelated threads use in turn, only the last use is known.
class GlobalWords {
public:
    /// What the host threads that run one launch share.
    struct OfLaunch {
        explicit OfLaunch(const LaunchState&);
        Handovers handovers;
        RecentWrites recent_writes;
    };

    void launch_begins(const LaunchState&, OfLaunch&);
    void block_begins(const BlockState&);
    void block_resumes(const BlockState& block) { block_begins(block); }
    void barrier(const BlockState&, const std::vector<ThreadState>&, SightingLog&);
    /// All blocks met: what they did so far is ordered against all that they will do.
    void grid_barrier();
    void fence() { fenced_ = true; }
    void global_access(const BlockState&, const WarpAccess&, SightingLog&);

private:
    using Cell = std::uint64_t;
    struct Touch;

    void row_of_words(const BlockState&, unsigned warp, const Request&, const Pattern&, const Allocation&, Cell mine, SightingLog&);
    void words_of_lane(const BlockState&, unsigned warp, const Request&, unsigned lane, const Allocation&, Cell mine, SightingLog&);
    std::uint64_t* shadow(std::uintptr_t address, const Allocation&);
    void missing(const BlockState&, unsigned warp, const Request&, const Allocation&, SightingLog&);
    bool unordered(Cell earlier, Cell mine, const BlockState&) const;
    Cell after(Cell, const Touch&);
    void race(Cell, const Touch&) const;
    bool handed_over(Cell, const Touch&) const;
    bool same_value(Cell, const Touch&) const;

    std::uint32_t serial_ = 0;
    bool alone_ = true;
    OfLaunch* of_launch_ = nullptr;
    std::unique_ptr<WriteLog> writes_ = std::make_unique<WriteLog>();   // unless alone
    bool fenced_ = false, acquired_ = false;

    // A stamp counts the barriers of the block and the meetings of the lane, so that one number tells both. Of each warp:
    // where it stood at the last barrier.
    std::array<std::uint32_t, kMaxWarps> stamp_{};
    std::unordered_map<std::uintptr_t, Cell> readers_;   // by word: of this block, beside a writer of this block
};

/// Shadow words of the program's __device__ variables; those of allocations lie in the arena.
class DeviceVariableWords {
public:
    static void launch_begins();
    static std::uint64_t* at(std::uintptr_t address);
};

}  // namespace halo::engine
