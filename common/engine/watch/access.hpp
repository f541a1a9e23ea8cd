#pragma once
// The types that watchers work with: a launch, a block, its threads, and a warp's memory instruction. watcher_list.hpp
// lists the hooks. A watcher sees the memory instructions of whole warps, because checking 32 neighbouring words costs
// little more than checking one.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "engine/headers/halo/builtins.hpp"
#include "engine/watch/block_order.hpp"
#include "engine/watch/warp_clocks.hpp"
#include "findings/counters.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

struct Allocation;
class SavedMemory;

constexpr unsigned kWarp = 32;
constexpr unsigned kMaxWarps = 32;

struct LoggedRequest;

/// One memory instruction of a warp, with what each lane accessed.
struct Request {
    std::uint32_t key = 0;             ///< site and loop iterations: equal for all lanes of one instruction
    std::uint32_t lanes = 0;           ///< bit mask of the lanes that took part
    std::uintptr_t where = 0;          ///< place of the first lane to arrive: an offset in shared memory, else an address
    std::uintptr_t site = 0;           ///< return address of the hook; identifies the access in the program
    std::uint32_t bytes = 0;           ///< per lane
    std::uint32_t step = 0;            ///< bytes per lane that a card moves with one instruction; a struct needs several
    Access kind = Access::read;
    Space space = Space::global;
    LoggedRequest* next = nullptr;     ///< next in the warp's log
    const LoggedRequest* first = nullptr;  ///< the log's first, once it is complete
    std::uintptr_t address = 0;        ///< of the first lane to arrive
    std::uint64_t path = 0;            ///< iterations of the enclosing loops, see halo/loops.hpp
    std::uint32_t changed = 0;         ///< writes: lanes whose store changed the value
    std::uint32_t failed = 0;          ///< compare-and-swaps: lanes whose swap failed, so that they have only read
    const std::uint32_t* value = nullptr;  ///< writes: the value each lane stored, or its hash unless 4 bytes wide
    std::array<std::int32_t, kWarp> offset{};  ///< each lane's place minus `where`; 0 for lanes that took no part
    std::uint32_t unread = 0;          ///< exchanges: lanes that do not use the old value
    bool strong = false;               ///< atomic, or of a volatile word, which other threads may use at the same time
    bool swaps = false;                ///< a compare-and-swap
    bool only_block = false;           ///< atomic for the threads of its block alone
    std::uint32_t announcing = 0;      ///< writes to volatile words: lanes that announce by it what they did before a fence

    std::uintptr_t place(unsigned lane) const { return where + static_cast<std::uintptr_t>(std::intptr_t(offset[lane])); }
};

/// The same request for some of its lanes.
inline Request part_of(const Request& request, std::uint32_t lanes)
{
    Request part = request;
    part.lanes = lanes;
    return part;
}

/// What the lane finds now where it has read; empty unless it read 4 or 8 bytes.
inline std::optional<std::uint64_t> value_read(const Request& r, unsigned lane)
{
    const auto* const from = reinterpret_cast<const void*>(r.address + static_cast<std::uintptr_t>(std::intptr_t(r.offset[lane])));
    std::uint64_t value = 0;
    if (r.bytes == 8) {
        std::memcpy(&value, from, 8);
        return value;
    }
    std::int32_t word = 0;
    if (r.bytes != 4) return {};
    std::memcpy(&word, from, 4);
    return static_cast<std::uint64_t>(std::int64_t(word));
}

/// Calls `visit(lane)` for each set bit, lowest first.
template <class Visit>
inline void for_each_lane(std::uint32_t lanes, Visit visit)
{
    for (; lanes != 0; lanes &= lanes - 1) visit(unsigned(std::countr_zero(lanes)));
}

/// Why a CUDA thread is not running.
enum class Stop : std::uint8_t {
    finished,       ///< also while it runs or has not begun: only read once all have stopped
    ready,          ///< has waited and may continue
    paused,         ///< its warp's log is full
    at_meeting,     ///< waiting for other lanes of its warp
    at_barrier,     ///< waiting for its block
    at_grid_sync,   ///< waiting for the grid
};

/// A barrier or a meeting in the source, or the `return` by which a thread left the kernel.
struct WaitPlace {
    static constexpr int kLeft = INT32_MIN;   ///< the number that every such `return` has

    std::uintptr_t site = 0;           ///< the call; the compiler may have duplicated it
    int number = 0;                    ///< which barrier or meeting
    int line = 0;
};

struct ThreadState {
    halo_engine::ThreadPlace here{};      ///< valid while it waits
    Stop stop = Stop::finished;
    bool any_lane = false;             ///< at_meeting: meets whichever lanes arrive, see gather()
    std::uint32_t mask = 0;            ///< at_meeting: the lanes it waits for
    WaitPlace place;                   ///< where it waits or left

    /// Line of the `return` that ended the thread; 0: it ran to the end.
    int left_line() const { return place.number == WaitPlace::kLeft ? place.line : 0; }
};

/// State of a launch, shared by all host threads that run it.
struct LaunchState {
    std::uint32_t serial = 0;          ///< distinguishes it from other launches; never 0
    unsigned host_threads = 1;         ///< how many run its blocks
    bool excuse_same_value = true;     ///< two writes of the same value are not a race
    bool recorded = false;             ///< every access goes to the Recorder
    bool profiled = false;             ///< every request of a warp is counted by its line
    bool lanes_counted = false;        ///< … and its lanes
    const char* file = "";             ///< where host code launched it
    int line = 0;
    Releases* releases = nullptr;      ///< of all its blocks
    SavedMemory* saved = nullptr;      ///< if it may be undone
};

/// A launch of which all threads have run to their end.
struct EndedLaunch {
    const LaunchState& launch;
    std::uint32_t kernel = 0;                          ///< number of the kernel's name
    Index3 grid, extent;                               ///< of the launch, and of a block
    const Counters& counters;                          ///< of all its blocks

    std::uint64_t blocks() const { return std::uint64_t(grid.x) * grid.y * grid.z; }
};

/// How a kernel declares dynamic shared memory.
struct DynamicArray {
    const char* name = nullptr;
    std::uint32_t element_bytes = 0;
};

/// Two accesses of a block are ordered by a barrier between them, by a meeting of lanes if one warp made both, or by fences and
/// atomics. `epoch` counts barriers, `clocks` the meetings of each warp, and the fences of each lane, since the last of them.
struct BlockState {
    Index3 index, grid;                                ///< of the block, and the extent of the launch
    std::uint64_t linear = 0;
    Index3 extent;                                     ///< threads of the block
    std::uint32_t threads = 0;
    std::uint32_t kernel = 0;                          ///< number of the kernel's name
    DynamicArray dynamic;                              ///< as declared by the thread that asked for it last
    std::uint32_t dynamic_bytes = 0;
    std::size_t shared_words = 0;                      ///< static and dynamic
    LaunchState launch;
    bool faulted = false;                              ///< a thread was ended early: what it then fails to do is not a finding
    std::uint32_t epoch = 1;                           ///< counts on over all blocks of this host thread
    std::uint32_t first_epoch = 1;                     ///< the epoch in which this block began
    std::array<WarpClocks, kMaxWarps> clocks{};
    std::array<std::uint8_t, kWarp> lane_rank{};       ///< of the current warp: the order in which its lanes ran

    std::array<std::uint32_t, kMaxWarps> barrier_stamps{};   ///< each warp's stamp at the last barrier, see stamp()
    BlockOrder order;                                  ///< by fences and atomics
    bool met = false;                                  ///< lanes of some warp have met since the last barrier

    unsigned warps() const { return (threads + kWarp - 1) / kWarp; }
    void meet(unsigned warp, std::uint32_t lanes)
    {
        met = true;
        clocks[warp].meet(lanes);
        order.meeting(warp, lanes);
    }
    /// A thread passes a fence: what it does afterwards has another stamp. Its earlier accesses have reached the watchers.
    void fence(unsigned thread, FenceScope scope)
    {
        order.fence(*this, thread, scope);
        met = true;
        clocks[thread / kWarp].meet(1u << thread % kWarp);
    }
    /// Counts the barriers of the block plus the meetings and fences of the thread.
    std::uint32_t stamp(unsigned thread) const { return barrier_stamps[thread / kWarp] + clocks[thread / kWarp].count(thread % kWarp); }
    void begin(Releases* releases)
    {
        first_epoch = ++epoch;
        barrier_stamps.fill(0);
        order.block_begins(releases);
        forget_meetings();
    }
    void barrier()
    {
        for (unsigned warp = 0; warp < warps(); ++warp) barrier_stamps[warp] += (met ? clocks[warp].most() : 0) + 1;
        order.barrier();
        ++epoch;
        forget_meetings();
    }
    /// The block goes on after a barrier of the grid.
    void resume(std::uint32_t next_epoch)
    {
        epoch = std::max(epoch, next_epoch);
        barrier_stamps.fill(0);
        order.block_begins(launch.releases);
        forget_meetings();
    }
    void forget_meetings()
    {
        if (!met) return;
        met = false;
        for (WarpClocks& warp : clocks) warp.reset();
    }
};

}  // namespace halo::engine
