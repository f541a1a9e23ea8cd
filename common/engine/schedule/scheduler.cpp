#include "engine/schedule/scheduler.hpp"

#include <algorithm>
#include <numeric>

namespace halo::engine {
namespace {

Index3 unravel(std::uint64_t linear, const Index3& extent)
{
    return {static_cast<unsigned>(linear % extent.x), static_cast<unsigned>(linear / extent.x % extent.y),
            static_cast<unsigned>(linear / extent.x / extent.y)};
}

uint3 triple(const Index3& i) { return {i.x, i.y, i.z}; }

// Keeps the cost of a CUDA thread, apart from its stack, small.
static_assert(kStateOfThread <= 64);

}  // namespace

thread_local constinit Scheduler* Scheduler::active_ = nullptr;

void Scheduler::launch_begins(const Grid& grid)
{
    const unsigned count = grid.block.x * grid.block.y * grid.block.z;
    kernel_ = {grid.body, grid.argument};
    stop_requested_ = false;
    forward_ = grid.order == Order::forward;
    order_.clear();
    warp_log_.forget();
    threads_.assign(count, {});
    contexts_.resize(count);
    pieces_.make_room(count);
    for (unsigned t = 0; t < count; ++t) threads_[t].here.thread = triple(unravel(t, grid.block));
    block_.grid = grid.grid;
    block_.extent = grid.block;
    block_.threads = count;
    block_.kernel = grid.kernel;
    block_.dynamic = {};
    block_.dynamic_bytes = std::uint32_t(grid.shared_bytes);
    block_.launch = grid.launch;
    halo_now.block_extent = triple(grid.block);
    halo_now.grid_extent = triple(grid.grid);
}

void Scheduler::block_begins(const Grid& grid, std::uint64_t block_linear)
{
    block_.faulted = false;
    pieces_.release();
    if (std::exchange(some_left_, false))
        for (ThreadState& thread : threads_) thread.place.number = 0;
    if (order_.empty() || grid.order == Order::random) {
        random_.seed(grid.seed * 0x9e3779b97f4a7c15u + block_linear);
        make_order(grid);
    }
    block_.index = unravel(block_linear, grid.grid);
    block_.linear = block_linear;
    block_.begin(grid.launch.releases);
    halo_now.block = triple(block_.index);
}

/// Orders whole warps, and the lanes within each warp.
void Scheduler::make_order(const Grid& grid)
{
    const auto count = static_cast<std::uint32_t>(threads_.size());
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), std::uint16_t(0));
    std::iota(block_.lane_rank.begin(), block_.lane_rank.end(), std::uint8_t(0));
    if (grid.order == Order::forward) return;
    std::vector<std::uint32_t> warps((count + kWarp - 1) / kWarp);
    std::iota(warps.begin(), warps.end(), 0u);
    if (grid.order == Order::reverse)
        std::reverse(warps.begin(), warps.end());
    else
        std::shuffle(warps.begin(), warps.end(), random_);
    order_.clear();
    for (const std::uint32_t warp : warps) {
        const auto begin = static_cast<std::ptrdiff_t>(order_.size());
        for (std::uint32_t t = warp * kWarp; t < std::min(count, (warp + 1) * kWarp); ++t) order_.push_back(static_cast<std::uint16_t>(t));
        if (grid.order == Order::reverse)
            std::reverse(order_.begin() + begin, order_.end());
        else
            std::shuffle(order_.begin() + begin, order_.end(), random_);
    }
}

/// The main function of a stack: runs one thread after another. It reads active_ again after each thread: a local
/// variable would be in the stack, which is no longer in any cache when a thread that waited returns to it.
void Scheduler::run_threads()
{
    announce_arrival();
    for (;;) {
        for (Scheduler* scheduler = active_; scheduler != nullptr; scheduler = active_->next_on_this_stack()) {
            scheduler->busy_ = false;
            scheduler->step_.function(scheduler->step_.argument);
        }
        Scheduler& scheduler = *active_;
        restart_stack(scheduler.stacks_.parking(), scheduler.running_, run_threads);
    }
}

/// Called when a thread has finished, or waits between two pieces of its kernel. Returns this scheduler if it set up a thread that
/// needs no stack of its own; nullptr: the next one's stack is in running_.
[[gnu::always_inline]] inline Scheduler* Scheduler::next_on_this_stack()
{
    busy_ = true;
    settle();
    if (position_ < fresh_end_) [[likely]] {
        begin_next();
        return this;
    }
    const Context next = next_ready();
    if (next == kWithoutStack) return this;
    running_ = next;
    return nullptr;
}

void Scheduler::suspend(Stop why)
{
    stopped_in_warp_ |= why == Stop::paused || why == Stop::at_meeting;
    wait(why);
}

void Scheduler::abandon_thread()
{
    stacks_.abandon(running_);
    Context discarded = nullptr;
    switch_to(next_context(), discarded);
    __builtin_unreachable();
}

/// Called when a warp's turn begins. In forward order a lane's rank is its number.
void Scheduler::note_lane_ranks(const Warp& warp)
{
    stopped_in_warp_ = false;
    if (forward_) return;
    for (std::size_t i = warp.begin; i < warp.end; ++i) block_.lane_rank[order_[i] % kWarp] = static_cast<std::uint8_t>(i - warp.begin);
}

void Scheduler::run_lanes(const Warp& warp, bool fresh)
{
    fresh_end_ = fresh ? warp.end : 0;
    step_ = kernel_;
    position_ = warp.begin;
    warp_end_ = warp.end;
    busy_ = true;
    host_ = nullptr;
    if (const Context first = next_context(); first != nullptr) switch_to(first, host_);
    current_ = nullptr;
    fresh_end_ = 0;
}

void Scheduler::resume_paused(const Warp& warp)
{
    for (std::size_t i = warp.begin; i < warp.end; ++i)
        if (ThreadState& thread = threads_[order_[i]]; thread.stop == Stop::paused) thread.stop = Stop::ready;
}

unsigned Scheduler::thread_on_stack(std::uintptr_t address) const
{
    for (std::size_t i = 0; i < order_.size(); ++i)
        if (threads_[order_[i]].stop != Stop::finished && StackPool::same_stack(address, reinterpret_cast<std::uintptr_t>(contexts_[i]))) return order_[i];
    return thread_number();
}

void Scheduler::give_up_block()
{
    for (std::size_t i = 0; i < order_.size(); ++i)
        if (threads_[order_[i]].stop != Stop::finished) stacks_.abandon(contexts_[i]);
    warp_log_.clear();
    last_store_.forget();
    gave_up_ = false;
    busy_ = false;
    stop_requested_ = false;
}

void Scheduler::save_threads(Waiting& to)
{
    to.block = block_;
    to.threads = threads_;
    to.order = order_;
    to.contexts = contexts_;
    for (ThreadState& thread : threads_) thread.stop = Stop::finished;   // the threads and their stacks now belong to `to`
}

/// Epochs keep increasing, so that no other block's mark can be mistaken for one of this block's.
void Scheduler::restore_threads(Waiting& from)
{
    const std::uint32_t epoch = block_.epoch + 1;
    std::swap(block_, from.block);
    block_.resume(epoch);
    halo_now.block = triple(block_.index);
    std::swap(threads_, from.threads);
    std::swap(order_, from.order);
    std::swap(contexts_, from.contexts);
}

void Scheduler::abandon(const Waiting& waiting)
{
    for (std::size_t i = 0; i < waiting.order.size(); ++i)
        if (waiting.threads[waiting.order[i]].stop != Stop::finished) stacks_.abandon(waiting.contexts[i]);
}

}  // namespace halo::engine
