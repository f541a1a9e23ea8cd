#pragma once
// A host thread that runs blocks: one CUDA thread after another, warp by warp. A thread that never waits runs straight
// through, on the stack of the one before it; one that waits keeps its stack, and the next thread gets another.

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/headers/halo/builtins.hpp"
#include "engine/headers/halo/warp_runtime.hpp"
#include "engine/memory/arena.hpp"
#include "engine/engine.hpp"
#include "engine/schedule/faults.hpp"
#include "engine/schedule/stacks.hpp"
#include "engine/memory/layout.hpp"
#include "engine/watch/barriers.hpp"
#include "engine/watch/global_words.hpp"
#include "engine/watch/shared_words.hpp"
#include "engine/watch/sightings.hpp"
#include "engine/watch/traffic.hpp"
#include "engine/watch/warp_log.hpp"

namespace halo::engine {

/// One launch, as all workers see it.
struct Grid {
    Index3 grid, block;
    std::size_t shared_bytes = 0;
    void (*body)(void*) = nullptr;
    void* argument = nullptr;
    std::uint32_t kernel = 0;    ///< number of the kernel's name
    std::uint32_t serial = 0;    ///< of this launch
    unsigned host_threads = 1;   ///< that run it
    Handovers* handovers = nullptr;
    RecentWrites* recent_writes = nullptr;
    Order order = Order::forward;
    std::uint64_t seed = 0;
    bool excuse_same_value = true;
    bool cooperative = false;    ///< its blocks may wait for each other
};

/// More dynamic shared memory than any card gives a block, so that most overruns stay inside.
constexpr std::size_t kDynamicRoom = 256 * 1024;

/// Offsets of a block's shared memory: the thread-local block first, dynamic shared memory from here on.
std::uint64_t first_dynamic_offset();

/// Bytes that a live CUDA thread costs besides its stack: its state, its turn, where it waits, and its place in the pool.
constexpr std::size_t kStateOfThread = sizeof(ThreadState) + sizeof(std::uint16_t) + 2 * sizeof(Context);

class Worker {
public:
    /// Of any host thread, one at a time.
    Worker();

    /// Runs one block to its end. Returns false when no further block should run: see stopped_by().
    bool run_block(const Grid& grid, std::uint64_t block_linear);

    /// Likewise for all blocks of a cooperative launch.
    bool run_cooperatively(const Grid& grid, std::uint64_t blocks);

    // What runs inside a CUDA thread calls these.
    template <std::uint32_t Bytes, Access Kind, bool Aligned = true>
    void touch(std::uintptr_t address, std::uintptr_t site);
    /// A struct, or what memcpy copies. `step`: bytes that one instruction moves, see Request.
    void touch_range(std::uintptr_t address, std::size_t bytes, std::uint32_t step, Access kind, std::uintptr_t site)
    {
        settle();
        touch_slowly(address, static_cast<std::uint32_t>(bytes), step, kind, site);
    }
    void barrier(const WaitPlace& place, int predicate);
    void grid_sync(const WaitPlace& place);
    /// Of the last barrier: threads that came with a predicate that is not 0, and all that came.
    int nonzero() const { return last_nonzero_; }
    int arrived() const { return last_all_; }
    /// `any`: whoever comes, else the lanes in `mask`. Afterwards see met() and brought().
    void meet(const halo_engine::Call& call, std::uintptr_t site, bool any, std::uint32_t mask, std::uint64_t value);
    std::uint32_t met() const { return met_[lane()]; }
    const std::uint64_t* brought() const { return brought_.data(); }
    /// Linear in the block.
    unsigned thread_number() const { return static_cast<unsigned>(current_ - threads_.data()); }
    unsigned lane() const { return warp_log_.lane(); }
    /// A lane took the value of one that did not come to the meeting.
    void absent_lane(const halo_engine::Call& call, unsigned source);
    void fence() { global_words_.fence(); }
    void left_at(int line)
    {
        current_->place = {0, WaitPlace::kLeft, line};
        some_left_ = true;
    }
    /// No std::string: the copy made for one would be an access of the kernel.
    void print(std::string_view text, std::uintptr_t site);
    /// The processor time is used up: ends the launch at `site`.
    [[noreturn]] void stop_endless(std::uintptr_t site);
    /// The processor refused what the CUDA thread did at `site`: ends the launch. `address`: that could not be used, or 0.
    /// `division`: by 0.
    [[noreturn]] void die(std::uintptr_t site, std::uintptr_t address, bool division);
    /// assert(): tells it as CUDA does, and ends the thread. `expression` and `file` live on.
    [[noreturn]] void fail_assertion(const char* expression, const char* file, int line, const char* function);
    /// __trap()
    [[noreturn]] void trap(std::uintptr_t site);
    void request_stop() { stop_requested_ = true; }

    const BlockState& block() const { return block_; }
    const Grid& grid() const { return *grid_; }
    void* dynamic_shared(const DynamicArray& as)
    {
        block_.dynamic = as;
        return dynamic_;
    }
    bool in_kernel() const { return current_ != nullptr; }
    bool runs_student_code() const { return current_ != nullptr && !busy_; }

    FindingKind stopped_by() const { return stopped_by_; }
    SightingLog& log() { return log_; }
    Counters& counters() { return traffic_.counters(); }
    /// What the block's threads printed.
    std::string take_printed() { return std::exchange(printed_, {}); }

    char* handler_stack() { return handler_stack_.get(); }

    /// The worker of the calling host thread while it runs a kernel; else nullptr.
    static Worker* active() { return active_; }

private:
    [[gnu::tls_model("local-exec")]] static thread_local constinit Worker* active_;

    // worker.cpp: blocks, warps and their threads
    static void run_threads();
    Worker* next_on_this_stack();
    void leave_stack();
    void begin_launch(const Grid& grid);
    void begin_block(std::uint64_t block_linear);
    void make_order();
    bool run_warps(bool fresh);
    void run_warp(std::size_t begin, std::size_t end, bool fresh);
    void make_current(unsigned thread, ThreadState& state);
    void begin_next();
    Context next_ready();
    Context next_context();
    void switch_to(Context next, Context& mine);
    [[noreturn]] void abandon_thread();
    void wait(Stop why);
    void suspend(Stop why);
    void release_barrier();
    void finish_block();
    void give_up_block();
    /// Ends the launch at once.
    [[noreturn]] void give_up(const Sighting& sighting);
    /// Ends this CUDA thread; the block runs to its end without it, so that whoever comes first, the same is found.
    [[noreturn]] void end_thread(const Sighting& sighting);

    // meetings.cpp
    bool release_meetings(std::size_t begin, std::size_t end);
    Sighting at_call(const halo_engine::Call& call);
    void tell_absence(unsigned first_thread, unsigned leader, std::uint32_t here, std::uint32_t absent);

    // cooperative.cpp
    struct WaitingBlock;
    bool enter(WaitingBlock& block, std::uint64_t linear);
    void leave(WaitingBlock& block);

    // access.cpp: which memory an address belongs to
    template <std::uint32_t Bytes, Access Kind, bool Aligned>
    void touch_behind_store(std::uintptr_t address, std::uintptr_t site);
    /// What the fast path of touch() leaves: an access that is not the next in the log, or of another array.
    void touch_slowly(std::uintptr_t address, std::uint32_t bytes, std::uint32_t step, Access kind, std::uintptr_t site);
    void touch_misaligned(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    struct Located {
        Space space = Space::global;
        std::uintptr_t where = 0;
        bool watched = false;   ///< false: the thread's own stack, or read-only data of the program
        Range array;            ///< the addresses beside it that are as good
    };
    Located locate(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    [[noreturn]] void runaway(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    [[noreturn]] void outside(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site, Space space,
                              Outside why, const Allocation* allocation = nullptr);

    // What a store leaves is known when the next access comes.
    void note_store(std::uintptr_t address, std::uint32_t bytes, LoggedRequest* request);
    void settle()
    {
        if (store_.bytes == 0) return;
        if (store_.bytes == 4)   // the rule
            settle_word();
        else
            settle_store();
    }
    void settle_word();
    void settle_store();

    // analysis.cpp: what the watchers see when a warp has stopped
    void analyse_warp(unsigned warp);
    void analyse(Request& request, unsigned warp, bool has_atomics);
    void analyse_global(Request& request, unsigned warp, std::uint32_t racing);
    void count(const Request& request, const Pattern& pattern);
    const Allocation* allocation_of(std::uintptr_t begin, std::uintptr_t end);
    void outside_allocation(const Request& request, unsigned lane, unsigned warp);

    std::uintptr_t arena_base_ = 0, arena_bytes_ = 0;
    std::uintptr_t tls_base_ = 0;
    std::uintptr_t dynamic_base_ = 0, dynamic_bytes_ = 0, first_dynamic_ = 0;
    WarpLog warp_log_;
    struct Store {
        std::uintptr_t address = 0;
        std::uint32_t bytes = 0;
        LoggedRequest* request = nullptr;
        unsigned char before[16] = {};
    } store_;

    const Layout& layout_;
    Arena& arena_;
    std::unique_ptr<char[]> handler_stack_ = std::make_unique<char[]>(HandlerStack::kBytes);
    std::vector<char> dynamic_memory_;
    char* dynamic_ = nullptr;

    const Grid* grid_ = nullptr;
    std::uint32_t serial_ = 0;  // of the launch that threads_ is set up for
    std::uint32_t kernel_ = 0;  // the launch's, as Layout knows it
    BlockState block_;
    std::vector<ThreadState> threads_;
    std::vector<std::uint16_t> order_;
    std::size_t position_ = 0, warp_end_ = 0;  // in order_: the next thread of the warp under way
    void (*body_)(void*) = nullptr;            // what each of them runs
    void* argument_ = nullptr;
    std::size_t fresh_end_ = 0;                // end of those that have not begun
    bool some_left_ = false;                   // by a `return`, which their place tells
    std::mt19937_64 random_;
    ThreadState* current_ = nullptr;
    std::vector<Context> waiting_;    // in the order of order_: where a thread that waits is to go on
    Context running_ = nullptr;       // in the stack in use
    Context host_ = nullptr;          // where run_warp goes on
    StackPool stacks_{run_threads};
    std::array<std::uint32_t, kMaxWarps> stored_{};  // lanes that stored to global memory
    bool gave_up_ = false;
    bool stopped_in_warp_ = false;   // a lane waits for others of its warp, or for room in the log
    bool faulted_ = false;       // some thread of this block was ended
    bool parted_ = false;        // its threads waited in different places, which was told
    bool busy_ = false;          // inside the engine: not a place to be interrupted
    volatile bool stop_requested_ = false;
    FindingKind stopped_by_{};

    int barrier_nonzero_ = 0, barrier_all_ = 0;
    int last_nonzero_ = 0, last_all_ = 0;

    std::array<std::uint64_t, kWarp> bringing_{}, brought_{};
    std::array<std::uint32_t, kWarp> met_{};
    std::array<halo_engine::Call, kWarp> meeting_at_{};

    const Allocation* last_allocation_ = nullptr;
    SharedWords shared_words_;
    GlobalWords global_words_;
    Barriers barriers_;
    Shapes shapes_;
    Traffic traffic_;
    SightingLog log_;
    std::string printed_;
};

constexpr std::uint32_t key_of(std::uintptr_t site, std::uint32_t path) { return static_cast<std::uint32_t>(site) + path; }

inline void Worker::note_store(std::uintptr_t address, std::uint32_t bytes, LoggedRequest* request)
{
    store_.address = address;
    store_.bytes = bytes < sizeof store_.before ? bytes : sizeof store_.before;
    store_.request = request;
    std::memcpy(store_.before, reinterpret_cast<const void*>(address), store_.bytes);
}

inline void Worker::settle_word()
{
    std::uint32_t before, now;
    std::memcpy(&before, store_.before, 4);
    std::memcpy(&now, reinterpret_cast<const void*>(store_.address), 4);
    store_.request->changed |= std::uint32_t(before != now) << lane();
    store_.request->stored[lane()] = now;
    store_.bytes = 0;
}

/// Calls end the paths on which they are made: what the others need then stays in the registers that a call may use.
template <std::uint32_t Bytes, Access Kind, bool Aligned>
[[gnu::always_inline]] inline void Worker::touch(std::uintptr_t address, std::uintptr_t site)
{
    if (Aligned && address % Bytes != 0) [[unlikely]] return touch_misaligned(address, Bytes, Kind, site);
    if (store_.bytes != 0) {
        if (store_.bytes != 4) [[unlikely]] return touch_behind_store<Bytes, Kind, Aligned>(address, site);
        settle_word();
    }
    LoggedRequest* request = warp_log_.next(key_of(site, halo_now.loop_path), address);
    if (request == nullptr) return touch_slowly(address, Bytes, Bytes, Kind, site);
    if constexpr (Kind == Access::write) note_store(address, Bytes, request);
}

template <std::uint32_t Bytes, Access Kind, bool Aligned>
[[gnu::noinline]] void Worker::touch_behind_store(std::uintptr_t address, std::uintptr_t site)
{
    settle_store();
    touch<Bytes, Kind, Aligned>(address, site);
}

}  // namespace halo::engine
