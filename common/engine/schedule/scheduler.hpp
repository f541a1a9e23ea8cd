#pragma once
// Who runs when: the CUDA threads of one block on one host thread, one after another, warp by warp. A thread that never waits
// runs straight through, on the stack of the one before it; one that waits keeps its stack, and the next gets another.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "engine/headers/halo/builtins.hpp"
#include "engine/schedule/grid.hpp"
#include "engine/schedule/stacks.hpp"
#include "engine/watch/access.hpp"
#include "engine/watch/last_store.hpp"
#include "engine/watch/warp_log.hpp"

namespace halo::engine {

/// Bytes that a live CUDA thread costs besides its stack: its state, its turn, where it waits, and its place in the pool.
constexpr std::size_t kStateOfThread = sizeof(ThreadState) + sizeof(std::uint16_t) + 2 * sizeof(Context);

class Scheduler {
public:
    /// Of the calling host thread while it runs a kernel; else nullptr.
    static Scheduler* active() { return active_; }

    const BlockState& block() const { return block_; }
    /// Of the CUDA thread that runs; linear in the block.
    unsigned thread_number() const { return static_cast<unsigned>(current_ - threads_.data()); }
    unsigned lane() const { return warp_log_.lane(); }
    bool in_kernel() const { return current_ != nullptr; }
    bool runs_student_code() const { return current_ != nullptr && !busy_; }
    /// The thread that runs leaves the kernel by the `return` in this line.
    void left_at(int line)
    {
        current_->place = {0, WaitPlace::kLeft, line};
        some_left_ = true;
    }
    /// From another host thread: at its next access or barrier the thread that runs finds stop_requested().
    void request_stop() { stop_requested_ = true; }

protected:
    Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    void activate() { active_ = this; }
    static void deactivate() { active_ = nullptr; }

    void launch_begins(const Grid& grid);
    /// The order of its threads is settled; none of them has begun.
    void block_begins(const Grid& grid, std::uint64_t block_linear);

    /// The lanes of a warp, in the order in which they run: a part of order().
    struct Warp {
        std::size_t begin, end;   ///< in order()
        unsigned number;
    };
    template <class Visit>
    void for_each_warp(Visit visit) const
    {
        // order_ keeps warps together. The last of the block may be a part of one, and come at any turn.
        for (std::size_t begin = 0, lanes = 0; begin < order_.size() && !gave_up_; begin += lanes) {
            const std::size_t first = order_[begin] / kWarp * kWarp;
            lanes = std::min<std::size_t>(kWarp, order_.size() - first);
            visit(Warp{begin, begin + lanes, unsigned(first / kWarp)});
        }
    }
    void note_lane_ranks(const Warp& warp);
    /// Runs each lane until it stops. `fresh`: none has begun; else those that are ready.
    void run_lanes(const Warp& warp, bool fresh);
    void resume_paused(const Warp& warp);
    /// A lane waits for others of its warp, or for room in the log, since note_lane_ranks().
    bool stopped_in_warp() const { return stopped_in_warp_; }
    void resume(Stop stopped)
    {
        for (ThreadState& thread : threads_)
            if (thread.stop == stopped) thread.stop = Stop::ready;
    }

    // What a CUDA thread does. Inlined, so that it is left from the function that it called, see switch_stacks.
    void wait(Stop why);
    void suspend(Stop why);
    /// Leaves the stack of the thread that runs for good.
    [[noreturn]] void abandon_thread();
    /// No thread of the block runs after the one that runs now.
    void nobody_follows()
    {
        gave_up_ = true;
        warp_end_ = fresh_end_ = 0;
    }
    void settle() { last_store_.settle(lane()); }
    bool gave_up() const { return gave_up_; }
    /// Stacks of unfinished threads are given up as they are.
    void give_up_block();

    /// The threads of a block that waits for other blocks.
    struct Waiting {
        BlockState block;
        std::vector<ThreadState> threads;
        std::vector<std::uint16_t> order;
        std::vector<Context> contexts;
    };
    void put_aside(Waiting& to);
    void take_up(Waiting& from);
    void abandon(const Waiting& waiting);
    /// The next block gets an order of its own.
    void forget_order() { order_.clear(); }

    WarpLog warp_log_;
    LastStore last_store_;
    BlockState block_;
    std::vector<ThreadState> threads_;
    ThreadState* current_ = nullptr;         // that runs
    StackPool stacks_{run_threads};
    bool busy_ = false;                      // inside the engine: not a place to be interrupted
    volatile bool stop_requested_ = false;

private:
    [[gnu::tls_model("local-exec")]] static thread_local constinit Scheduler* active_;

    static void run_threads();
    Scheduler* next_on_this_stack();
    void make_order(const Grid& grid);
    void make_current(unsigned thread, ThreadState& state);
    void begin_next();
    Context next_ready();
    Context next_context();
    void switch_to(Context next, Context& mine);

    std::vector<std::uint16_t> order_;
    std::vector<Context> contexts_;            // in the order of order_: where a thread that waits is to go on
    std::size_t position_ = 0, warp_end_ = 0;  // in order_: the next thread of the warp under way
    std::size_t fresh_end_ = 0;                // end of those that have not begun
    void (*body_)(void*) = nullptr;            // what each of them runs
    void* argument_ = nullptr;
    Context running_ = nullptr;                // in the stack in use
    Context host_ = nullptr;                   // where run_lanes goes on
    std::mt19937_64 random_;
    bool forward_ = true;                      // threads run in the order of their numbers
    bool some_left_ = false;                   // by a `return`, which their place tells
    bool stopped_in_warp_ = false;
    bool gave_up_ = false;
};

[[gnu::always_inline]] inline void Scheduler::make_current(unsigned thread, ThreadState& state)
{
    current_ = &state;
    static_cast<halo_engine::ThreadPlace&>(halo_now) = state.here;
    warp_log_.begin_lane(thread % kWarp);
}

/// The next thread of a warp that has not begun.
[[gnu::always_inline]] inline void Scheduler::begin_next()
{
    const unsigned thread = order_[position_++];
    make_current(thread, threads_[thread]);
}

/// Where the next thread that is ready goes on, which becomes the current one; or run_lanes, when there is none.
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
        state.here.loop_path = 0;
        return contexts_[position];
    }
    return host_;
}

/// Likewise of the next thread that can run, on a stack of its own.
[[gnu::always_inline]] inline Context Scheduler::next_context()
{
    if (position_ >= fresh_end_) return next_ready();
    begin_next();
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
    current_->here.loop_path = halo_now.loop_path;
    Context& mine = contexts_[position_ - 1];
    switch_to(next_context(), mine);
    active_->busy_ = false;   // what this function knew lies in a stack that is in no cache
}

}  // namespace halo::engine
