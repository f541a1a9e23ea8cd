#pragma once
// A host thread that runs blocks: one CUDA thread after another, each on its own stack, warp by warp.

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cpu/runtime/arena.hpp"
#include "cpu/runtime/engine.hpp"
#include "cpu/runtime/fibers.hpp"
#include "cpu/runtime/layout.hpp"
#include "cpu/watch/barriers.hpp"
#include "cpu/watch/shared_race.hpp"
#include "cpu/watch/sightings.hpp"
#include "cpu/watch/traffic.hpp"
#include "cpu/watch/uninitialised.hpp"

namespace halo::cpu {

/// One launch, as all workers see it.
struct Grid {
    Index3 grid, block;
    std::size_t shared_bytes = 0;
    void (*body)(const void*) = nullptr;
    const void* argument = nullptr;
    std::uint32_t kernel = 0;    ///< number of the kernel's name
    std::uint64_t serial = 0;    ///< of this launch
    Order order = Order::forward;
    std::uint64_t seed = 0;
};

/// More dynamic shared memory than any card gives a block, so that most overruns stay inside.
constexpr std::size_t kDynamicRoom = 256 * 1024;

/// Offsets of a block's shared memory: the thread-local block first, dynamic shared memory from here on.
std::uint64_t first_dynamic_offset();

class Worker {
public:
    Worker();

    /// Runs one block to its end. Returns false when no further block should run: see stopped_by().
    bool run_block(const Grid& grid, std::uint64_t block_linear);

    // What runs inside a CUDA thread calls these.
    void access(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    int barrier(const BarrierPlace& place, int predicate, int (*combine)(int nonzero, int all));
    void left_at(int line) { current_->left_line = line; }
    void print(const std::string& text, std::uintptr_t site);
    /// The processor time is used up: ends the launch at `site`.
    [[noreturn]] void stop_endless(std::uintptr_t site);
    /// The processor refused what the CUDA thread did at `site`: ends the launch. `address`: that could not be used, or 0.
    [[noreturn]] void die(std::uintptr_t site, std::uintptr_t address);
    void request_stop() { stop_requested_ = true; }

    const ThreadState& thread() const { return *current_; }
    const BlockState& block() const { return block_; }
    const Grid& grid() const { return *grid_; }
    void* dynamic_shared() { return dynamic_; }
    bool in_kernel() const { return current_ != nullptr; }
    bool runs_student_code() const { return current_ != nullptr && !busy_; }

    FindingKind stopped_by() const { return stopped_by_; }
    SightingLog& log() { return log_; }
    Counters& counters() { return traffic_.counters(); }
    /// What the block's threads printed.
    std::string take_printed() { return std::exchange(printed_, {}); }

    /// The worker of the calling host thread while it runs a kernel; else nullptr.
    static Worker* active();

private:
    static void fiber_entry(boost::context::detail::transfer_t transfer);

    void begin_block(const Grid& grid, std::uint64_t block_linear);
    void make_order(const Grid& grid);
    bool run_warp(unsigned warp);
    void resume(ThreadState& thread);
    void suspend(Stop why);
    void release_barrier();
    void give_up_block();
    /// Ends the launch at once.
    [[noreturn]] void give_up(const Sighting& sighting);
    /// Ends this CUDA thread; the block runs to its end without it, so that whoever comes first, the same is found.
    [[noreturn]] void end_thread(const Sighting& sighting);
    bool classify(MemoryAccess& access);
    bool classify_shared(MemoryAccess& access, std::uint64_t offset);
    bool classify_constant(MemoryAccess& access, const ArrayTable& table);
    bool classify_elsewhere(MemoryAccess& access);
    void classify_runaway(MemoryAccess& access);
    [[noreturn]] void outside(MemoryAccess& access, Outside why);
    bool outside_in_arena(MemoryAccess& access);

    const Layout& layout_;
    Arena& arena_;
    std::uintptr_t tls_base_ = 0;
    std::vector<char> dynamic_memory_;
    char* dynamic_ = nullptr;
    std::uint64_t dynamic_base_in_offsets_ = 0;  // offsets of dynamic shared memory start here

    const Grid* grid_ = nullptr;
    std::uint64_t serial_ = 0;  // of the launch that threads_ is set up for
    BlockState block_;
    std::vector<ThreadState> threads_;
    std::vector<Fiber*> fiber_of_;
    std::vector<std::uint32_t> order_;
    std::mt19937_64 random_;
    FiberPool fibers_;
    ThreadState* current_ = nullptr;
    boost::context::detail::fcontext_t scheduler_ = nullptr;
    bool gave_up_ = false;
    bool thread_ended_ = false;  // the current one, by end_thread
    bool faulted_ = false;       // some thread of this block was ended
    bool busy_ = false;  // inside the engine: not a place to be interrupted
    volatile bool stop_requested_ = false;
    FindingKind stopped_by_{};

    int barrier_nonzero_ = 0, barrier_all_ = 0;
    int last_nonzero_ = 0, last_all_ = 0;

    SharedRace race_;
    Uninitialised uninitialised_;
    Barriers barriers_;
    Traffic traffic_;
    SightingLog log_;
    std::string printed_;
};

}  // namespace halo::cpu
