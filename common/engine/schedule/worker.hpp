#pragma once
// A host thread that runs blocks: a scheduler whose threads are watched. Everything that a CUDA thread does arrives here.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/headers/halo/builtins.hpp"
#include "engine/headers/halo/warp_runtime.hpp"
#include "engine/memory/address_map.hpp"
#include "engine/memory/saved_memory.hpp"
#include "engine/schedule/faults.hpp"
#include "engine/schedule/grid.hpp"
#include "engine/schedule/meetings.hpp"
#include "engine/schedule/scheduler.hpp"
#include "engine/watch/observer.hpp"
#include "engine/watch/recorder.hpp"
#include "findings/counters.hpp"

namespace halo::engine {

class Worker : public Scheduler {
public:
    /// The worker of the calling host thread while it runs a kernel; else nullptr.
    static Worker* active() { return static_cast<Worker*>(Scheduler::active()); }

    /// Runs one block to its end. Returns false when no further block should run: see stopped_by().
    bool run_block(const Grid& grid, std::uint64_t block_linear);
    /// Likewise for all blocks of a cooperative launch.
    bool run_cooperatively(const Grid& grid, std::uint64_t blocks);

    // Called from inside a CUDA thread.
    template <std::uint32_t Bytes, Access Kind, bool Aligned = true>
    void touch(std::uintptr_t address, std::uintptr_t site);
    /// An access to a struct or by memcpy. `step`: bytes that one instruction moves, see Request.
    void touch_range(std::uintptr_t address, std::size_t bytes, std::uint32_t step, Access kind, std::uintptr_t site)
    {
        const auto moved = static_cast<std::uint32_t>(std::min<std::size_t>(bytes, UINT32_MAX));
        if (!last_store_.pending() || kind != Access::read || !last_store_.is_copied_from(moved, site)) settle();
        touch_slowly(address, {moved, step}, kind, site, Strength::plain);
    }
    /// An update that watchers do not see; the thread ends if it may not use this memory.
    void check_update(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site);
    /// Likewise, of a surface: a store of which memory knows that the place may be used.
    void before_texel_store(std::uintptr_t address, std::uint32_t bytes);
    void barrier(const WaitPlace& place, int predicate);
    /// A barrier at which the running thread, when it has returned from this piece of its kernel, waits without a stack.
    halo_engine::Piece* end_piece(const WaitPlace& place, std::size_t words);
    using Scheduler::wait;
    void grid_sync(const WaitPlace& place);
    /// At the last barrier: threads whose predicate was not 0, and all threads that arrived.
    int nonzero() const { return last_votes_.nonzero; }
    int arrived() const { return last_votes_.all; }
    /// Waits for whichever lanes arrive (`any`), or for those in `mask`. For the result see met() and values().
    void meet(const halo_engine::Call& call, std::uintptr_t site, bool any, std::uint32_t mask, std::uint64_t value);
    std::uint32_t met() const { return meetings_.met(lane()); }
    const std::uint64_t* values() const { return meetings_.values(); }
    /// A lane reads the value of one that did not arrive at the meeting.
    void absent_lane(const halo_engine::Call& call, unsigned source);
    /// A lane reads the value of lane `source` at its last meeting.
    void exchange(const halo_engine::Call& call, unsigned source)
    {
        if (recorded_) record_exchange(call, source);
    }
    /// A fetch of a texel, in a launch that is recorded.
    void texel(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
    {
        if (!recorded_) return;
        const Busy busy(*this);
        record({.address = address, .where = address, .site = site, .bytes = bytes, .kind = kind, .texture = true});
    }
    /// The thread waits until what its warp has done has been passed to the watchers: so what it releases by the next atomic
    /// access is known to them before another block sees it.
    void fence(FenceScope scope);
    /// An atomic access, or one to a volatile word.
    void touch_strongly(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
    {
        settle();
        const bool only_block = std::exchange(only_block_, false);
        if (kind != Access::atomic && address % bytes != 0) return touch_misaligned(address, bytes, kind, site);
        atomic_ = nullptr;
        touch_slowly(address, {bytes, bytes}, kind, site, only_block ? Strength::of_block : Strength::of_device);
    }
    /// The thread's next access is atomic for the threads of its block alone.
    void note_block_scope() { only_block_ = true; }
    /// The thread's latest atomic access, which has just been made, is a compare-and-swap.
    void note_swap(bool failed)
    {
        if (atomic_ == nullptr) return;
        atomic_->swaps = true;
        atomic_->failed |= std::uint32_t(failed) << lane();
    }
    /// Likewise, an exchange; and its old value is used.
    void note_exchange()
    {
        if (atomic_ != nullptr) atomic_->unread |= 1u << lane();
    }
    void note_old_value()
    {
        if (atomic_ != nullptr) atomic_->unread &= ~(1u << lane());
    }
    /// Not a std::string: copying it would count as an access of the kernel.
    void print(std::string_view text, std::uintptr_t site);
    /// In a format: what a card prints as it stands.
    void note_literal(std::string_view conversion, std::uintptr_t site);
    /// An index is not in the array: ends the thread. For the arguments see halo/local_arrays.hpp.
    [[noreturn]] void outside_local_array(const halo_engine::LocalShape& shape, std::uint32_t dimension, std::ptrdiff_t row, std::ptrdiff_t index, std::uintptr_t site);
    void* dynamic_shared(const DynamicArray& as)
    {
        block_.dynamic = as;
        return map_.dynamic_memory();
    }
    /// The time limit is exceeded: ends the launch at `site`.
    [[noreturn]] void stop_endless(std::uintptr_t site);
    /// The CUDA thread raised a processor fault at `site`: ends the launch. `address`: the inaccessible one, or 0.
    /// `division`: it was a division by zero.
    [[noreturn]] void die(std::uintptr_t site, std::uintptr_t address, bool division);
    /// assert(): prints CUDA's own line and ends the thread. `expression` and `file` must stay valid.
    [[noreturn]] void fail_assertion(const char* expression, const char* file, int line, const char* function);
    /// A function that only host code may call: ends the thread.
    [[noreturn]] void called_by_kernel(const char* call, std::uintptr_t site, const char* file = nullptr, int line = 0);
    /// The running thread has left the kernel; what is on its stack is not destroyed.
    [[noreturn]] void return_from_kernel();
    /// __trap()
    [[noreturn]] void trap(std::uintptr_t site);

    /// In the current launch, a thread has passed a fence, or has made an atomic access to global memory: what blocks do may
    /// depend on each other.
    bool communicates() const { return communicates_; }
    /// Blocks of the current launch that it has run to their end. Other host threads may ask.
    std::uint64_t blocks_run() const { return blocks_run_.load(std::memory_order_relaxed); }
    FindingKind stopped_by() const { return stopped_by_; }
    RawFindingLog& log() { return observer_.log; }
    /// Moves out the counts and findings of the blocks that this worker ran.
    void hand_over(RawFindingLog& log, Counters& counters, Watchers::OfLaunch& of_launch);
    struct Printed {
        std::string output, errors;     ///< by printf(), and by assert()
    };
    /// Moves out what the block's threads printed.
    Printed take_printed() { return std::exchange(printed_, {}); }

    char* handler_stack() { return handler_stack_.get(); }

private:
    // worker.cpp: blocks and warps
    void begin_launch(const Grid& grid);
    void begin_block(std::uint64_t block_linear);
    bool run_warps(bool fresh);
    void cut_off_loads();
    /// True: its lanes seem to wait for other warps, and have not stopped otherwise.
    bool run_warp(const Warp& warp, bool fresh);
    std::uint32_t starved(std::span<const ThreadState> lanes) const;
    void release_barrier();
    void note_barrier() const;
    void give_up_block();
    /// Ends the launch at once.
    [[noreturn]] void give_up(RawFinding raw);
    /// Ends this CUDA thread; the block runs to its end without it, so that the findings do not depend on the order of
    /// threads.
    [[noreturn]] void end_thread(RawFinding raw);
    /// A finding about the current lane at this call.
    RawFinding at_call(const halo_engine::Call& call);

    // cooperative.cpp
    struct WaitingBlock;
    class GridBarriers;
    bool enter(WaitingBlock& block, std::uint64_t linear);
    void leave(WaitingBlock& block);

    /// Bytes of an access, and those that one instruction moves, see Request. Passed in one register: so that touch() can end with the call.
    struct Moved {
        std::uint32_t bytes, step;
    };

    /// Atomic, or of a volatile word: for the threads of the device, or of the block.
    enum class Strength : std::uint8_t { plain, of_device, of_block };

    // access.cpp
    template <std::uint32_t Bytes, Access Kind, bool Aligned>
    void touch_after_store(std::uintptr_t address, std::uintptr_t site);
    /// An access that is not the next in the log.
    void touch_anew(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    /// The slow path of touch(): an access that no warp has made at this point of its log, or that is in another array.
    void touch_slowly(std::uintptr_t address, Moved moved, Access kind, std::uintptr_t site, Strength strength);
    void touch_misaligned(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    /// True: a store that announces something, see BlockOrder::atomic().
    bool note_strong(std::uintptr_t address, Space space, Access kind, bool only_block);
    void record(RecordedAccess access);
    void record_exchange(const halo_engine::Call& call, unsigned source);
    Located locate(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    bool may_use_registered(std::uintptr_t address, std::uint64_t bytes, Access kind);
    Range save(std::uintptr_t address, std::uint64_t bytes, Range array);
    void touch_own_stack(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    void forget_stores(halo_engine::LocalRecord& array);
    void touch_local(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    [[noreturn]] void not_its_own(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site);
    [[noreturn]] void outside(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site, const InvalidAccess& invalid);

    AddressMap map_;
    Observer observer_{map_};
    Meetings meetings_;
    const Grid* grid_ = nullptr;
    bool recorded_ = false;             // as in LaunchState
    SavedMemory* saved_ = nullptr;      // likewise
    bool communicates_ = false;
    std::atomic<std::uint64_t> blocks_run_{0};
    bool only_block_ = false;           // see note_block_scope()
    LoggedRequest* atomic_ = nullptr;   // the running thread's latest atomic access, if it is watched
    bool may_wait_ = false;             // lanes of the warp have made an access, or passed a fence, by which threads wait for others
    std::uint32_t serial_ = 0;          // the launch that this worker is set up for
    struct Votes {
        int nonzero = 0, all = 0;
    } votes_, last_votes_;              // at the current barrier, and at the previous one
    FindingKind stopped_by_{};
    Printed printed_;
    std::unique_ptr<char[]> handler_stack_ = std::make_unique<char[]>(HandlerStack::kBytes);
};

constexpr std::uint32_t key_of(std::uintptr_t site, std::uint64_t path) { return static_cast<std::uint32_t>(site + path); }

/// Every call is the last step of its path: so the other paths can keep their values in caller-saved registers.
template <std::uint32_t Bytes, Access Kind, bool Aligned>
[[gnu::always_inline]] inline void Worker::touch(std::uintptr_t address, std::uintptr_t site)
{
    if (Aligned && address % Bytes != 0) [[unlikely]] return touch_misaligned(address, Bytes, Kind, site);
    if (last_store_.pending() && !(Kind == Access::read && last_store_.is_copied_from(Bytes, site))) {
        if (!last_store_.is_word()) [[unlikely]] return touch_after_store<Bytes, Kind, Aligned>(address, site);
        last_store_.settle_word(lane());
    }
    LoggedRequest* request = warp_log_.next(key_of(site, halo_now.loop_path), address);
    if (request == nullptr) return touch_anew(address, Bytes, Kind, site);
    if constexpr (Kind == Access::write) last_store_.note(address, Bytes, request);
}

template <std::uint32_t Bytes, Access Kind, bool Aligned>
[[gnu::noinline]] void Worker::touch_after_store(std::uintptr_t address, std::uintptr_t site)
{
    last_store_.settle_any(lane());
    touch<Bytes, Kind, Aligned>(address, site);
}

}  // namespace halo::engine
