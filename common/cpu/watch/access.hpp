#pragma once
// What the runtime tells the watchers. A watcher answers one question, and is a plain class with some of:
//
//   void block_begins(const BlockState&, std::size_t shared_words)
//   void access(const BlockState&, const ThreadState&, const MemoryAccess&, SightingLog&)
//   void barrier(const BlockState&, const std::vector<ThreadState>&, SightingLog&)
//
// The runtime calls them by type, not through a table: an access costs a nanosecond or two in each.

#include <cstdint>

#include "check/finding.hpp"

namespace halo::cpu {

struct Allocation;

struct MemoryAccess {
    std::uintptr_t address = 0;
    std::uint32_t bytes = 0;
    Access kind = Access::read;
    Space space = Space::global;
    std::uintptr_t site = 0;                 ///< return address of the hook: which access in the program
    std::uint32_t offset = 0;                ///< shared: in the block's shared memory, see SharedMemory
    const Allocation* allocation = nullptr;  ///< global: whose memory it is
};

/// Where a CUDA thread is.
enum class Stop : std::uint8_t { fresh, running, paused, at_barrier, finished };

/// A barrier in the source.
struct BarrierPlace {
    std::uintptr_t site = 0;           ///< the call; the compiler may have made several
    int number = 0;                    ///< which barrier it is
    int line = 0;
};

struct ThreadState {
    std::uint32_t linear = 0;
    Index3 index;
    Stop stop = Stop::fresh;
    bool stored = false;               ///< has written to global memory
    int left_line = 0;                 ///< line of the `return` that ended it; 0: it ran to the end
    BarrierPlace barrier;              ///< at_barrier: where
};

struct BlockState {
    Index3 index;
    std::uint64_t linear = 0;
    Index3 extent;
    std::uint32_t threads = 0;
    /// Counts barriers over all blocks of this host thread: accesses of equal epoch are not ordered by a barrier.
    std::uint32_t epoch = 1;
    std::uint32_t first_epoch = 1;     ///< the epoch in which this block began
    std::uint32_t kernel = 0;                ///< number of its name
};

}  // namespace halo::cpu
