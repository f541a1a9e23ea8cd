// Blocks, warps and their threads: who runs when.

#include "engine/schedule/worker.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

#include "engine/session/session.hpp"

thread_local constinit halo_engine::Whereabouts halo_now{};

namespace halo::engine {
namespace {

Index3 unravel(std::uint64_t linear, const Index3& extent)
{
    return {static_cast<unsigned>(linear % extent.x), static_cast<unsigned>(linear / extent.x % extent.y),
            static_cast<unsigned>(linear / extent.x / extent.y)};
}

uint3 triple(const Index3& i) { return {i.x, i.y, i.z}; }

// What CUDA threads cost besides their stacks.
static_assert(kStateOfThread <= 64);

}  // namespace

thread_local constinit Worker* Worker::active_ = nullptr;

std::uint64_t first_dynamic_offset() { return (Layout::instance().shared().end() + 1023) / 1024 * 1024; }

Worker::Worker() : layout_(Layout::instance()), arena_(Arena::instance())
{
    dynamic_memory_.resize(kDynamicRoom + 1024);
    const auto start = reinterpret_cast<std::uintptr_t>(dynamic_memory_.data());
    dynamic_base_ = (start + 1023) / 1024 * 1024;
    dynamic_ = reinterpret_cast<char*>(dynamic_base_);
    first_dynamic_ = first_dynamic_offset();
}

void Worker::begin_launch(const Grid& grid)
{
    const unsigned count = grid.block.x * grid.block.y * grid.block.z;
    serial_ = grid.serial;
    grid_ = &grid;
    body_ = grid.body;
    argument_ = grid.argument;
    kernel_ = layout_.kernel(Session::instance().kernel_name(grid.kernel));
    stop_requested_ = false;
    tls_base_ = layout_.thread_local_base();
    arena_base_ = arena_.base();
    arena_bytes_ = arena_.mapped_bytes();
    dynamic_bytes_ = grid.shared_bytes;
    last_allocation_ = nullptr;
    order_.clear();
    threads_.assign(count, {});
    waiting_.resize(count);
    for (unsigned t = 0; t < count; ++t) {
        const Index3 index = unravel(t, grid.block);
        threads_[t].here.thread = triple(index);
    }
    block_.grid = grid.grid;
    block_.extent = grid.block;
    block_.threads = count;
    block_.kernel = grid.kernel;
    block_.dynamic = {};
    block_.dynamic_bytes = std::uint32_t(grid.shared_bytes);
    halo_now.block_extent = triple(grid.block);
    halo_now.grid_extent = triple(grid.grid);
    shared_words_.excuse_same_value(grid.excuse_same_value);
    global_words_.excuse_same_value(grid.excuse_same_value);
    global_words_.launch_begins(grid.serial, grid.host_threads == 1, grid.handovers, grid.recent_writes);
}

void Worker::begin_block(std::uint64_t block_linear)
{
    faulted_ = parted_ = false;
    if (std::exchange(some_left_, false))
        for (ThreadState& thread : threads_) thread.place.number = 0;
    stored_.fill(0);
    if (order_.empty() || grid_->order == Order::random) {
        random_.seed(grid_->seed * 0x9e3779b97f4a7c15u + block_linear);
        make_order();
    }
    block_.index = unravel(block_linear, grid_->grid);
    block_.linear = block_linear;
    block_.first_epoch = ++block_.epoch;
    block_.forget_meetings();
    halo_now.block = triple(block_.index);
    shared_words_.block_begins(block_, (first_dynamic_ + grid_->shared_bytes + 3) / 4);
    global_words_.block_begins();
}

/// Whole warps, in some order; inside a warp the lanes, in some order.
void Worker::make_order()
{
    const auto count = static_cast<std::uint32_t>(threads_.size());
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), std::uint16_t(0));
    std::iota(block_.lane_rank.begin(), block_.lane_rank.end(), std::uint8_t(0));
    if (grid_->order == Order::forward) return;
    std::vector<std::uint32_t> warps((count + kWarp - 1) / kWarp);
    std::iota(warps.begin(), warps.end(), 0u);
    if (grid_->order == Order::reverse)
        std::reverse(warps.begin(), warps.end());
    else
        std::shuffle(warps.begin(), warps.end(), random_);
    order_.clear();
    for (const std::uint32_t warp : warps) {
        const auto begin = static_cast<std::ptrdiff_t>(order_.size());
        for (std::uint32_t t = warp * kWarp; t < std::min(count, (warp + 1) * kWarp); ++t) order_.push_back(static_cast<std::uint16_t>(t));
        if (grid_->order == Order::reverse)
            std::reverse(order_.begin() + begin, order_.end());
        else
            std::shuffle(order_.begin() + begin, order_.end(), random_);
    }
}

[[gnu::always_inline]] inline void Worker::make_current(unsigned thread, ThreadState& state)
{
    current_ = &state;
    static_cast<halo_engine::ThreadPlace&>(halo_now) = state.here;
    warp_log_.begin_lane(thread % kWarp);
}

/// The next thread of a warp that has not begun.
[[gnu::always_inline]] inline void Worker::begin_next()
{
    const unsigned thread = order_[position_++];
    make_current(thread, threads_[thread]);
}

/// Where the next thread that is ready goes on, which becomes the current one; or run_warp, when there is none.
[[gnu::always_inline]] inline Context Worker::next_ready()
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
        return waiting_[position];
    }
    return host_;
}

/// Likewise of the next thread that can run, on a stack of its own.
[[gnu::always_inline]] inline Context Worker::next_context()
{
    if (position_ >= fresh_end_) return next_ready();
    begin_next();
    return stacks_.take();
}

[[gnu::always_inline]] inline void Worker::switch_to(Context next, Context& mine)
{
    running_ = next;
    switch_stacks(mine, next);
}

/// What a stack is for: one thread after another. After each of them the worker is asked for anew: what this function knew
/// lies in the stack, and a thread that waited comes back to one that is in no cache.
void Worker::run_threads()
{
    tell_arrival();
    for (;;) {
        for (Worker* worker = active_; worker != nullptr; worker = active_->next_on_this_stack()) {
            worker->busy_ = false;
            worker->body_(worker->argument_);
        }
        active_->leave_stack();
    }
}

/// A thread has finished. The worker, when the next thread of the warp has begun; nullptr, when all have.
[[gnu::always_inline]] inline Worker* Worker::next_on_this_stack()
{
    busy_ = true;
    settle();
    if (position_ >= fresh_end_) return nullptr;
    begin_next();
    return this;
}

[[gnu::always_inline]] inline void Worker::leave_stack() { switch_to(next_ready(), stacks_.parking()); }

[[gnu::always_inline]] inline void Worker::wait(Stop why)
{
    busy_ = true;
    settle();
    current_->stop = why;
    current_->here.loop_path = halo_now.loop_path;
    Context& mine = waiting_[position_ - 1];
    switch_to(next_context(), mine);
    active_->busy_ = false;
}

void Worker::suspend(Stop why)
{
    stopped_in_warp_ |= why == Stop::paused || why == Stop::at_meeting;
    wait(why);
}

[[gnu::always_inline]] inline void Worker::barrier(const WaitPlace& place, int predicate)
{
    if (stop_requested_) stop_endless(place.site);
    barrier_nonzero_ += predicate != 0;
    ++barrier_all_;
    current_->place = place;
    wait(Stop::at_barrier);
}

void Worker::run_warp(std::size_t begin, std::size_t end, bool fresh)
{
    const unsigned warp = order_[begin] / kWarp;
    if (grid_->order != Order::forward)
        for (std::size_t i = begin; i < end; ++i) block_.lane_rank[order_[i] % kWarp] = static_cast<std::uint8_t>(i - begin);
    stopped_in_warp_ = false;
    fresh_end_ = fresh ? end : 0;
    do {
        position_ = begin;
        warp_end_ = end;
        busy_ = true;
        host_ = nullptr;
        if (const Context first = next_context(); first != nullptr) switch_to(first, host_);
        current_ = nullptr;
        fresh_end_ = 0;
        if (!warp_log_.empty()) analyse_warp(warp);
        if (gave_up_ || !stopped_in_warp_) return;
        for (std::size_t i = begin; i < end; ++i)
            if (ThreadState& thread = threads_[order_[i]]; thread.stop == Stop::paused) thread.stop = Stop::ready;
    } while (release_meetings(begin, end));
}

bool Worker::run_block(const Grid& grid, std::uint64_t block_linear)
{
    active_ = this;
    if (serial_ != grid.serial) begin_launch(grid);
    begin_block(block_linear);
    for (bool fresh = true; run_warps(fresh); fresh = false) release_barrier();
    active_ = nullptr;
    if (gave_up_) {
        give_up_block();
        return false;
    }
    finish_block();
    return !faulted_;
}

void Worker::finish_block()
{
    Counters& counters = traffic_.counters();
    counters.threads += block_.threads;
    counters.idle_threads += block_.threads;
    for (unsigned warp = 0; warp < block_.warps(); ++warp) counters.idle_threads -= unsigned(std::popcount(stored_[warp]));
}

/// Runs all threads until each waits at a barrier or has finished. True: some wait. `fresh`: none of them has begun.
bool Worker::run_warps(bool fresh)
{
    const std::size_t count = order_.size();
    for (std::size_t begin = 0, lanes = 0; begin < count && !gave_up_; begin += lanes) {
        // order_ keeps warps together. The last of the block may be a part of one, and come at any turn.
        const std::size_t first = order_[begin] / kWarp * kWarp;
        lanes = std::min<std::size_t>(kWarp, count - first);
        run_warp(begin, begin + lanes, fresh);
    }
    return !gave_up_ && barrier_all_ != 0;
}

void Worker::release_barrier()
{
    if (!faulted_ && !parted_) parted_ = barriers_.barrier(block_, threads_, log_);
    const auto first = std::find_if(threads_.begin(), threads_.end(), [](const ThreadState& t) { return t.stop == Stop::at_barrier; });
    log_.note_barrier(block_.kernel, first->place.line);
    // A card lets the waiting threads go once the others have left the kernel; so do we, after telling.
    for (ThreadState& thread : threads_)
        if (thread.stop == Stop::at_barrier) thread.stop = Stop::ready;
    last_nonzero_ = std::exchange(barrier_nonzero_, 0);
    last_all_ = std::exchange(barrier_all_, 0);
    ++block_.epoch;
    global_words_.barrier(block_);
    block_.forget_meetings();
    ++traffic_.counters().barriers;
}

void Worker::print(std::string_view text, std::uintptr_t site)
{
    if (stop_requested_) stop_endless(site);
    busy_ = true;
    // The program may bring an instrumented copy of what a string calls, and the linker may take that for ours, too.
    active_ = nullptr;
    printed_ += text;
    active_ = this;
    busy_ = false;
}

void Worker::give_up(const Sighting& sighting)
{
    busy_ = true;
    log_.add(sighting);
    stopped_by_ = sighting.kind;
    gave_up_ = true;
    warp_end_ = fresh_end_ = 0;   // nobody comes after
    abandon_thread();
}

void Worker::end_thread(const Sighting& sighting)
{
    busy_ = true;
    log_.add(sighting);
    stopped_by_ = sighting.kind;
    faulted_ = true;
    settle();
    abandon_thread();
}

/// Leaves the current thread's stack for good.
void Worker::abandon_thread()
{
    stacks_.abandon(running_);
    Context nobody = nullptr;
    switch_to(next_context(), nobody);
    __builtin_unreachable();
}

void Worker::stop_endless(std::uintptr_t site)
{
    Sighting s = sighting_of(FindingKind::endless, block_, thread_number());
    s.site = site;
    give_up(s);
}

void Worker::die(std::uintptr_t site, std::uintptr_t address, bool division)
{
    Sighting s = sighting_of(FindingKind::crash, block_, thread_number());
    s.site = site;
    if (division) s.outside = Outside::division;
    if (stacks_.owns(address)) s.outside = Outside::stack;  // the page that guards its end
    give_up(s);
}

void Worker::fail_assertion(const char* expression, const char* file, int line, const char* function)
{
    busy_ = true;
    const Index3& b = block_.index;
    const uint3 t = halo_now.thread;
    std::fprintf(stderr, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
                 b.x, b.y, b.z, t.x, t.y, t.z, expression);
    Sighting s = sighting_of(FindingKind::crash, block_, thread_number());
    s.outside = Outside::assertion;
    s.file = file;
    s.line = line;
    s.call = expression;
    end_thread(s);
}

void Worker::trap(std::uintptr_t site)
{
    Sighting s = sighting_of(FindingKind::crash, block_, thread_number());
    s.outside = Outside::trap;
    s.site = site;
    end_thread(s);
}

/// Stacks of unfinished threads are given up as they are.
void Worker::give_up_block()
{
    for (std::size_t i = 0; i < order_.size(); ++i)
        if (threads_[order_[i]].stop != Stop::finished) stacks_.abandon(waiting_[i]);
    warp_log_.clear();
    store_.bytes = 0;
    barrier_nonzero_ = barrier_all_ = 0;
    gave_up_ = false;
    busy_ = false;
    stop_requested_ = false;
}

}  // namespace halo::engine

// Here, so that a waiting thread is left from the function that it called, see switch_stacks.
namespace halo_engine {

#define HALO_PLACE {reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)), number, line}

void barrier(int number, int line)
{
    halo::engine::Worker::active()->barrier(HALO_PLACE, 0);
}
int barrier_count(int number, int line, int predicate)
{
    halo::engine::Worker& worker = *halo::engine::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero();
}
int barrier_and(int number, int line, int predicate)
{
    halo::engine::Worker& worker = *halo::engine::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero() == worker.arrived();
}
int barrier_or(int number, int line, int predicate)
{
    halo::engine::Worker& worker = *halo::engine::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero() != 0;
}

}  // namespace halo_engine
