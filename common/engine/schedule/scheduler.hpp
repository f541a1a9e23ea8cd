#pragma once
// Schedules the CUDA threads of one block on one host thread, one after another, warp by warp. A thread that never waits
// runs straight through on its predecessor's stack; one that waits keeps its stack, and the next gets another.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "engine/headers/halo/builtins.hpp"
#include "engine/schedule/grid.hpp"
#include "engine/schedule/stacks.hpp"
#include "engine/schedule/waiting_pieces.hpp"
#include "engine/watch/access.hpp"
#include "engine/watch/last_store.hpp"
#include "engine/watch/warp_log.hpp"

namespace halo::engine {

/// Bytes per live CUDA thread in addition to its stack: its state, its place in the order, its context, and a slot in the
/// pool. A Piece is what a thread has in place of a stack.
constexpr std::size_t kStateOfThread = sizeof(ThreadState) + sizeof(std::uint16_t) + 2 * sizeof(Context);

class Scheduler {
public:
    /// The scheduler of the calling host thread while it runs a kernel; else nullptr.
    static Scheduler* active() { return active_; }

    const BlockState& block() const { return block_; }
    /// Linear number, within the block, of the running CUDA thread.
    unsigned thread_number() const { return static_cast<unsigned>(current_ - threads_.data()); }
    unsigned lane() const { return warp_log_.lane(); }
    bool in_kernel() const { return current_ != nullptr; }
    bool runs_student_code() const { return current_ != nullptr && !busy_; }
    /// The running thread leaves the kernel by the `return` in this line.
    void left_at(int line)
    {
        current_->place = {0, WaitPlace::kLeft, line};
        some_left_ = true;
    }
    /// False if no CUDA thread is in the program's code. Otherwise it no longer counts as being there, and its end must follow.
    bool begin_stopping()
    {
        if (!runs_student_code()) return false;
        busy_ = true;
        return true;
    }
    /// Called from another host thread: the running thread stops at its next access or barrier. `progressing`: blocks still come to an end.
    void request_stop(bool progressing)
    {
        progressing_ = progressing;
        stop_requested_ = true;
    }

protected:
    Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    /// While it lives, the running thread is inside the engine: it must not be interrupted, and what it does is not an access of the kernel.
    /// One within another would end both. A thread that waits is outside when it goes on, and enters again; one that is abandoned stays
    /// inside, until the next begins or goes on.
    class Busy {
    public:
        explicit Busy(Scheduler& scheduler) : scheduler_(scheduler) { enter(); }
        ~Busy() { scheduler_.busy_ = false; }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;
        void enter() { scheduler_.busy_ = true; }

    private:
        Scheduler& scheduler_;
    };

    void activate() { active_ = this; }
    static void deactivate() { active_ = nullptr; }

    void launch_begins(const Grid& grid);
    /// Fixes the order of the block's threads; none has begun.
    void block_begins(const Grid& grid, std::uint64_t block_linear);

    /// The lanes of a warp, in the order in which they run: a range of order_.
    struct Warp {
        std::size_t begin, end;   ///< in order_
        unsigned number;
    };
    template <class Visit>
    void for_each_warp(Visit visit) const
    {
        // order_ keeps warps together. The block's last warp may be partial, and may come at any position.
        for (std::size_t begin = 0, lanes = 0; begin < order_.size() && !gave_up_; begin += lanes) {
            const std::size_t first = order_[begin] / kWarp * kWarp;
            lanes = std::min<std::size_t>(kWarp, order_.size() - first);
            visit(Warp{begin, begin + lanes, unsigned(first / kWarp)});
        }
    }
    void note_lane_ranks(const Warp& warp);
    /// Runs each lane until it stops. `fresh`: starts all of them; else resumes those that are ready.
    void run_lanes(const Warp& warp, bool fresh);
    void resume_paused(const Warp& warp);
    /// Since note_lane_ranks(), a lane has stopped to wait for others of its warp or for room in the log.
    bool stopped_in_warp() const { return stopped_in_warp_; }
    void resume(Stop stopped)
    {
        for (ThreadState& thread : threads_)
            if (thread.stop == stopped) thread.stop = Stop::ready;
    }

    // Called by a CUDA thread. Inlined, so that the switch happens in the function that the thread called, see
    // switch_stacks.
    void wait(Stop why);
    void suspend(Stop why);
    /// The running thread will wait at a barrier once this piece of its kernel has returned. Returns where it keeps what it needs.
    halo_engine::Piece* end_piece(std::size_t words)
    {
        current_->stop = Stop::at_barrier;
        halo_engine::Piece* const piece = pieces_.take(words);
        contexts_[position_ - 1] = WaitingPieces::as_context(piece);
        return piece;
    }
    /// Leaves the running thread's stack for good.
    [[noreturn]] void abandon_thread();
    /// No other thread of the block runs after the current one.
    void skip_remaining_threads()
    {
        gave_up_ = true;
        warp_end_ = fresh_end_ = 0;
    }
    void settle() { last_store_.settle(lane()); }
    bool gave_up() const { return gave_up_; }
    /// Where the running thread keeps its local variables.
    bool on_own_stack(std::uintptr_t address) const { return StackPool::same_stack(address, reinterpret_cast<std::uintptr_t>(running_)); }
    static std::uintptr_t stack_end(std::uintptr_t address) { return (address / StackPool::kStackBytes + 1) * StackPool::kStackBytes; }
    /// The thread of the block that waits on the stack with this address; the running one if none does.
    unsigned thread_on_stack(std::uintptr_t address) const;
    /// Abandons the stacks of unfinished threads without unwinding them.
    void give_up_block();

    /// The saved threads of a block that waits for other blocks. None of them waits between two pieces.
    struct Waiting {
        BlockState block;
        std::vector<ThreadState> threads;
        std::vector<std::uint16_t> order;
        std::vector<Context> contexts;
    };
    void save_threads(Waiting& to);
    void restore_threads(Waiting& from);
    void abandon(const Waiting& waiting);
    /// Makes the next block determine its order again.
    void forget_order() { order_.clear(); }

    WarpLog warp_log_;
    LastStore last_store_;
    BlockState block_;
    std::vector<ThreadState> threads_;
    ThreadState* current_ = nullptr;         // the running thread
    StackPool stacks_{run_threads};
    WaitingPieces pieces_;                   // of the threads that wait without a stack
    volatile bool stop_requested_ = false;
    volatile bool progressing_ = false;

private:
    [[gnu::tls_model("local-exec")]] static thread_local constinit Scheduler* active_;

    /// The function that a thread runs next: the kernel's, or one of its pieces.
    struct Step {
        void (*function)(void*);
        void* argument;
    };
    /// Says that the next thread, whose piece is in step_, needs no stack of its own.
    static inline char without_stack_;
    static constexpr Context kWithoutStack = &without_stack_;

    static void run_threads();
    Scheduler* next_on_this_stack();
    void make_order(const Grid& grid);
    void make_current(unsigned thread, ThreadState& state);
    void begin_next();
    void prefetch_stack(std::size_t position) const;
    Context next_ready();
    Context next_context();
    void switch_to(Context next, Context& mine);

    std::vector<std::uint16_t> order_;
    std::vector<Context> contexts_;            // parallel to order_: where a waiting thread continues, on its stack or with a piece
    std::size_t position_ = 0, warp_end_ = 0;  // in order_: the next thread of the current warp
    std::size_t fresh_end_ = 0;                // end of those that have not begun
    Step step_{};                              // what the running thread runs, unless it continues on its own stack
    Context running_ = nullptr;                // an address in the stack in use
    Context host_ = nullptr;                   // where run_lanes continues
    Step kernel_{};                            // run by each thread
    std::mt19937_64 random_;
    bool busy_ = false;                        // see Busy; between two threads it is set by hand, since neither has a scope for it
    bool forward_ = true;                      // threads run in numerical order
    bool some_left_ = false;                   // some thread has left by a `return`
    bool stopped_in_warp_ = false;
    bool gave_up_ = false;
};

[[gnu::always_inline]] inline void Scheduler::make_current(unsigned thread, ThreadState& state)
{
    current_ = &state;
    static_cast<halo_engine::ThreadPlace&>(halo_now) = state.here;
    warp_log_.begin_lane(thread % kWarp);
}

/// Starts the next thread of the warp that has not begun.
[[gnu::always_inline]] inline void Scheduler::begin_next()
{
    const unsigned thread = order_[position_++];
    make_current(thread, threads_[thread]);
    halo_now.loop_path = 0;
    halo_now.locals = nullptr;
}

/// Fetches what a stack needs first, while other threads run: all stacks together are larger than the first-level cache.
[[gnu::always_inline]] inline void Scheduler::prefetch_stack(std::size_t position) const
{
    const auto* const place = static_cast<const char*>(contexts_[std::min(position, contexts_.size() - 1)]);
    for (int line = 0; line < 3; ++line) __builtin_prefetch(place + line * 64, 1);
}

/// Makes the next ready thread current and returns where it continues; returns to run_lanes when there is none.
[[gnu::always_inline]] inline Context Scheduler::next_ready()
{
    while (position_ < warp_end_) {
        const std::size_t position = position_++;
        const unsigned thread = order_[position];
        ThreadState& state = threads_[thread];
        if (state.stop != Stop::ready) continue;
        make_current(thread, state);
        state.stop = Stop::finished;
        state.place.number = 0;
        const Context context = contexts_[position];
        if (halo_engine::Piece* const piece = WaitingPieces::piece_of(context)) {
            step_ = {piece->run, piece->variables()};
            halo_now.loop_path = 0;
            return kWithoutStack;
        }
        prefetch_stack(position + 3);
        return context;
    }
    return host_;
}

/// Likewise for the next thread that can run; one that has no stack gets one.
[[gnu::always_inline]] inline Context Scheduler::next_context()
{
    if (position_ < fresh_end_) {
        begin_next();
    } else {
        const Context next = next_ready();
        if (next != kWithoutStack) return next;
    }
    return stacks_.take();
}

[[gnu::always_inline]] inline void Scheduler::switch_to(Context next, Context& mine)
{
    running_ = next;
    switch_stacks(mine, next);
}

[[gnu::always_inline]] inline void Scheduler::wait(Stop why)
{
    busy_ = true;
    settle();
    current_->stop = why;
    const std::uint64_t path = halo_now.loop_path;
    halo_engine::LocalRecord* const locals = halo_now.locals;
    Context& mine = contexts_[position_ - 1];
    switch_to(next_context(), mine);
    halo_now.loop_path = path;
    halo_now.locals = locals;
    active_->busy_ = false;   // re-read: this function's variables are in a stack that is no longer cached
}

}  // namespace halo::engine
