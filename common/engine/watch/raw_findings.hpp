#pragma once
// Findings as watchers record them: addresses instead of lines and array names, grouped by cause. source.hpp resolves them.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/headers/halo/local_arrays.hpp"
#include "engine/memory/host_arrays.hpp"
#include "engine/watch/access.hpp"

namespace halo::engine {

/// An access of a thread: `thread` is linear in its block, and the block in the grid.
struct Occurrence {
    std::uint64_t block_linear = 0;
    std::uint32_t thread = 0;
    std::uint64_t where = 0;
    auto operator<=>(const Occurrence&) const = default;
};

/// One of the thread's own arrays. An index may be known only as the offset in bytes, RawFinding::where.
struct LocalPlace {
    static constexpr std::uint32_t kOffset = ~0u;
    const halo_engine::LocalShape* shape = nullptr;
    std::uint32_t dimension = kOffset;       ///< in which `where` is the index
    std::int64_t row = 0;                    ///< what the indices of the dimensions before it have selected
};

struct RawFinding {
    FindingKind kind{};
    std::uintptr_t site = 0, other_site = 0;
    Access access = Access::read, other_access = Access::read;
    Space space = Space::global;
    Outside outside = Outside::none;
    std::uint64_t where = 0;                 ///< shared: offset; else: address
    std::uint32_t bytes = 0;
    HostArray host_array = {};               ///< in host code: the named array that was left · a host pointer in a kernel: whose element this is
    std::uint64_t asked = 0;                 ///< host code: bytes that a copy was told to move
    std::uintptr_t device_copy = 0;          ///< host memory in a kernel: where the device has a copy of it; 0: not known
    const Allocation* allocation = nullptr;
    LocalPlace local = {};                   ///< in a local array
    static constexpr std::uint32_t kHost = ~0u;
    std::uint32_t kernel = 0;                ///< number of the kernel's name; kHost: it happened in host code
    std::uint32_t launch = 0;                ///< serial number of the launch, and where host code made it; 0: none
    const char* launch_file = "";
    int launch_line = 0;
    DynamicArray dynamic;                    ///< how the kernel declares its dynamic shared memory
    std::uint32_t dynamic_bytes = 0;
    std::uint64_t block_linear = 0;
    std::uint32_t epoch = 0;                 ///< of the block, see BlockState
    Index3 grid;                             ///< extent of the launch
    std::uint32_t thread = 0, other_thread = 0;  ///< linear in the block
    std::uint64_t other_block = ~0ull;       ///< linear in the grid; ~0: the same block
    const char* call = "__syncthreads";      ///< the barrier or meeting
    Index3 extent;                           ///< of the block
    std::uint32_t arrived = 0, expected = 0;  ///< threads that reached a barrier or meeting, and that should have
    bool other_left = false;
    std::uint32_t times = 0;                 ///< all threads had passed the barrier so often before
    std::uint32_t mask = 0;                  ///< lanes named in the call, e.g. of a shuffle
    bool across_warps = false;               ///< races: at least one is between warps
    std::optional<std::uint64_t> value = {}; ///< races: what the reader may have read
    bool has_atomics = false;                ///< races: the block has made atomic accesses
    bool from_race = false;                  ///< a consequence of a race
    bool after_race = false;                 ///< the block had raced before: may be a consequence
    bool ended_threads = false;              ///< what its thread, or its block, had still to store is missing
    bool changed = false;                    ///< uninitialised: when the watchers saw the read, the memory no longer held what it was filled with
    bool unnamed = false;                    ///< the mask does not name the other thread, which may be `thread` itself
    bool progressing = false;                ///< endless: until it was stopped, blocks came to their end
    std::uint64_t finished = 0;              ///< endless: blocks that had · a whole launch: blocks that it is about
    std::uint64_t blocks = 0;                ///< endless, and a whole launch: blocks of the launch
    const char* file = nullptr;              ///< known without a site
    int line = 0, other_line = 0;            ///< known without a site: lines of barriers and of a `return`
    std::uint64_t count = 1;
    Occurrence last;                         ///< to the same array, in the same launch

    /// Describes the same race from the other side.
    void swap_sides();
};

/// Of two findings that a report may show as one: which it names. Does not depend on the order in which blocks ran.
bool named_before(const RawFinding& one, const RawFinding& other);

/// A finding about a whole launch, at the line that made it.
RawFinding raw_finding(FindingKind kind, const EndedLaunch& launch);
/// A finding about `thread` of `block`.
RawFinding raw_finding(FindingKind kind, const BlockState& block, unsigned thread);
/// Likewise, about the access of `lane` in this request; `where` becomes the lane's own place.
RawFinding raw_finding(FindingKind kind, const BlockState& block, unsigned thread, const Request& request, unsigned lane);

/// Groups by (kind, both sites or lines, kernel) and keeps the one of the lowest block and thread.
///
/// What a kernel does after it has read a word for which threads race may be a consequence of the race. So what ends a thread, or what
/// threads fail to do together, is kept until the block has ended, when its races are known.
class RawFindingLog {
public:
    void add(const RawFinding& raw);
    /// The block has ended: finds out what its races have caused.
    void settle()
    {
        if (!held_.empty() || !raced_.empty()) settle_held();
    }
    void merge(const RawFindingLog& other);
    /// Threads of the kernel reached this barrier.
    void note_barrier(std::uint32_t kernel, int line);
    /// Line of the first such barrier between lines `first` and `last`; 0: none.
    int barrier_between(std::uint32_t kernel, int first, int last) const;
    /// Leaves out causes of which only occurrences were added that do not count.
    void forget_uncounted();
    /// The launch has ended. Leaves out reads of words that have changed although no store to them was seen: g++ calls no hook for some, see
    /// LIMITS.md. Those of words that the launch has stored later are kept.
    void forget_stored();
    /// The launch has ended. Finds out which host memory kernels have used, and where the device has a copy of it: later both may be gone.
    void name_host_memory();
    /// How far a launch had come that was stopped.
    void note_progress(std::uint64_t finished, std::uint64_t blocks);
    const std::vector<RawFinding>& all() const { return all_; }
    void clear()
    {
        all_.clear();
        held_.clear();
        raced_.clear();
        barriers_.clear();
    }
    bool empty() const { return all_.empty(); }

private:
    /// A thread read a word for which it races.
    struct Raced {
        std::uint64_t block;
        std::uint32_t thread, epoch;
        std::optional<std::uint64_t> value;
    };
    static constexpr std::size_t kMostRaced = 4096;

    void group(const RawFinding& raw);
    void note_reader(const RawFinding& race);
    void settle_held();

    std::vector<RawFinding> all_;
    std::vector<RawFinding> held_;
    std::vector<Raced> raced_;
    std::vector<std::pair<std::uint32_t, int>> barriers_;  // kernel, line
};

}  // namespace halo::engine
