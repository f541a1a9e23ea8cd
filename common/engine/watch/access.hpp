#pragma once
// The vocabulary of watchers: a launch, a block, its threads, and a memory instruction of a warp. watcher_list.hpp says which
// hooks a watcher may have. It sees memory instructions of whole warps: one look at 32 neighbouring words costs little more
// than one look at a single word.

#include <array>
#include <bit>
#include <cstdint>

#include "engine/headers/halo/builtins.hpp"
#include "engine/watch/warp_clocks.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

struct Allocation;

constexpr unsigned kWarp = 32;
constexpr unsigned kMaxWarps = 32;

struct LoggedRequest;

/// One memory instruction of a warp: what its lanes touched, side by side.
struct Request {
    std::uint32_t key = 0;             ///< site and loop turns: equal for lanes of one instruction
    std::uint32_t lanes = 0;           ///< bits of those that took part
    std::uintptr_t where = 0;          ///< of the first lane that came. Shared: offset in the block's memory; else: address
    std::uintptr_t site = 0;           ///< return address of the hook: which access in the program
    std::uint32_t bytes = 0;           ///< of each lane
    std::uint32_t step = 0;            ///< bytes of each lane that a card moves with one instruction: a struct needs several
    Access kind = Access::read;
    Space space = Space::global;
    LoggedRequest* next = nullptr;     ///< in the warp's log
    std::uintptr_t address = 0;        ///< of the first lane that came
    std::uint32_t below = 0, span = 0; ///< places of the same array: `address - below`, and up to `span` bytes behind that
    std::uint32_t path = 0;            ///< turns of the loops around it, see halo/loops.hpp
    std::uint32_t changed = 0;         ///< writes: lanes whose store left another value than it found
    const std::uint32_t* value = nullptr;  ///< writes: what each lane stored; of other sizes than 4 bytes, a hash
    std::array<std::int32_t, kWarp> offset{};  ///< of each lane that took part: its place minus `where`; else 0

    std::uintptr_t place(unsigned lane) const { return where + static_cast<std::uintptr_t>(std::intptr_t(offset[lane])); }
};

/// Calls `visit(lane)` for each set bit, lowest first.
template <class Visit>
inline void for_each_lane(std::uint32_t lanes, Visit visit)
{
    for (; lanes != 0; lanes &= lanes - 1) visit(unsigned(std::countr_zero(lanes)));
}

/// Where a CUDA thread is.
enum class Stop : std::uint8_t {
    finished,       ///< or runs, or has not begun: nobody asks before all have run
    ready,          ///< has waited, and may go on
    paused,         ///< its warp's log is full
    at_meeting,     ///< waits for other lanes of its warp
    at_barrier,     ///< waits for its block
    at_grid_sync,   ///< waits for the grid
};

/// A barrier or a meeting in the source; or the `return` by which a thread left the kernel.
struct WaitPlace {
    static constexpr int kLeft = INT32_MIN;   ///< number of every such `return`

    std::uintptr_t site = 0;           ///< the call; the compiler may have made several
    int number = 0;                    ///< which one it is
    int line = 0;
};

struct ThreadState {
    halo_engine::ThreadPlace here{};      ///< while it waits
    Stop stop = Stop::finished;
    bool any_lane = false;             ///< at_meeting: takes whoever comes, see gather()
    std::uint32_t mask = 0;            ///< at_meeting: the lanes it waits for
    WaitPlace place;                   ///< where it waits, or left

    /// Line of the `return` that ended it; 0: it ran to the end.
    int left_line() const { return place.number == WaitPlace::kLeft ? place.line : 0; }
};

/// What all host threads that run one launch know of it.
struct LaunchState {
    std::uint32_t serial = 0;          ///< tells it from other launches; never 0
    unsigned host_threads = 1;         ///< that run its blocks
    bool excuse_same_value = true;     ///< two writes of the same value are no race
};

/// How a kernel declares dynamic shared memory.
struct DynamicArray {
    const char* name = nullptr;
    std::uint32_t element_bytes = 0;
};

/// Two accesses of a block are ordered when a barrier lies between them or, if one warp made both, a meeting of its lanes.
/// `epoch` counts barriers, `clocks` the meetings of each warp since the last of them.
struct BlockState {
    Index3 index, grid;                                ///< its place, and the extent of the launch
    std::uint64_t linear = 0;
    Index3 extent;                                     ///< of the block
    std::uint32_t threads = 0;
    std::uint32_t kernel = 0;                          ///< number of its name
    DynamicArray dynamic;                              ///< as the thread that asked last calls it
    std::uint32_t dynamic_bytes = 0;
    std::size_t shared_words = 0;                      ///< of its shared memory, static and dynamic
    bool excuse_same_value = true;                     ///< as in LaunchState
    bool faulted = false;                              ///< some thread of it was ended: what it does not do is no finding
    std::uint32_t epoch = 1;                           ///< over all blocks of this host thread
    std::uint32_t first_epoch = 1;                     ///< the epoch in which this block began
    std::array<WarpClocks, kMaxWarps> clocks{};
    std::array<std::uint8_t, kWarp> lane_rank{};       ///< of the warp under way: which of its lanes ran how late

    bool met = false;                                  ///< lanes of some warp, since the last barrier

    unsigned warps() const { return (threads + kWarp - 1) / kWarp; }
    void meet(unsigned warp, std::uint32_t lanes)
    {
        met = true;
        clocks[warp].meet(lanes);
    }
    void forget_meetings()
    {
        if (!met) return;
        met = false;
        for (WarpClocks& warp : clocks) warp.reset();
    }
};

}  // namespace halo::engine
