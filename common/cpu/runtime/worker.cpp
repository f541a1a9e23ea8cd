// Blocks, warps and their threads: who runs when.

#include "cpu/runtime/worker.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

thread_local constinit halo_cpu::Whereabouts halo_now{};

namespace halo::cpu {
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
    tls_bytes_ = layout_.shared().end();
    shared_ends_ = layout_.shared_ends().data();
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
    stop_requested_ = false;
    tls_base_ = layout_.thread_local_base();
    arena_base_ = arena_.base();
    arena_bytes_ = arena_.mapped_bytes();
    dynamic_bytes_ = grid.shared_bytes;
    last_allocation_ = nullptr;
    order_.clear();
    threads_.assign(count, {});
    for (unsigned t = 0; t < count; ++t) {
        const Index3 index = unravel(t, grid.block);
        threads_[t].index = {std::uint16_t(index.x), std::uint16_t(index.y), std::uint16_t(index.z)};
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
    global_words_.launch_begins(grid.serial, grid.host_threads == 1, grid.handovers);
}

void Worker::begin_block(std::uint64_t block_linear)
{
    faulted_ = parted_ = false;
    for (ThreadState& thread : threads_) {
        thread.stop = Stop::fresh;
        thread.place.number = 0;
        thread.loop_path = 0;
    }
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

/// The first thread from position_ on that can run; nullptr when all of the warp have stopped.
[[gnu::always_inline]] inline ThreadState* Worker::next_lane()
{
    while (position_ < warp_end_) {
        ThreadState& thread = threads_[order_[position_++]];
        if (thread.stop == Stop::fresh || thread.stop == Stop::ready) return &thread;
    }
    return nullptr;
}

[[gnu::always_inline]] inline void Worker::make_current(ThreadState& thread)
{
    current_ = &thread;
    halo_now.thread = {thread.index[0], thread.index[1], thread.index[2]};
    halo_now.loop_path = thread.loop_path;
    thread.stop = Stop::running;
    warp_log_.begin_lane(lane());
    busy_ = false;
}

/// Leaves `from`, which waits or is idle, for the next thread of the warp; for run_warp, when there is none.
[[gnu::always_inline]] inline void Worker::switch_to_next(Fiber& from)
{
    ThreadState* next = gave_up_ ? nullptr : next_lane();
    if (next == nullptr) {
        current_ = nullptr;
        switch_fibers(from, host_);
        return;
    }
    if (next->fiber == nullptr) [[unlikely]] next->fiber = fibers_.take(fiber_entry);
    make_current(*next);
    switch_fibers(from, *next->fiber);
}

/// Called between two CUDA threads that run on the same stack.
[[gnu::always_inline]] inline void Worker::finish_thread()
{
    busy_ = true;
    if (store_.bytes != 0) settle_store();
    current_->stop = Stop::finished;
    Fiber* mine = std::exchange(current_->fiber, nullptr);
    ThreadState* next = gave_up_ ? nullptr : next_lane();
    if (next == nullptr) {
        current_ = nullptr;
        fibers_.give_back(mine);
        switch_fibers(*mine, host_);
    } else if (next->fiber == nullptr) {
        next->fiber = mine;
        make_current(*next);
    } else {
        fibers_.give_back(mine);
        make_current(*next);
        switch_fibers(*mine, *next->fiber);
    }
}

void Worker::fiber_entry()
{
    tell_arrival();
    for (;;) {
        Worker& worker = *active_;
        worker.grid_->body(worker.grid_->argument);
        worker.finish_thread();
    }
}

[[gnu::always_inline]] inline void Worker::wait(Stop why)
{
    busy_ = true;
    if (store_.bytes != 0) settle_store();
    current_->stop = why;
    current_->loop_path = halo_now.loop_path;
    switch_to_next(*current_->fiber);
}

void Worker::suspend(Stop why) { wait(why); }

[[gnu::always_inline]] inline void Worker::barrier(const WaitPlace& place, int predicate)
{
    if (stop_requested_) stop_endless(place.site);
    barrier_nonzero_ += predicate != 0;
    ++barrier_all_;
    current_->place = place;
    wait(Stop::at_barrier);
}

void Worker::run_warp(std::size_t begin, std::size_t end)
{
    const unsigned warp = order_[begin] / kWarp;
    for (std::size_t i = begin; i < end; ++i) block_.lane_rank[order_[i] % kWarp] = static_cast<std::uint8_t>(i - begin);
    do {
        position_ = begin;
        warp_end_ = end;
        if (ThreadState* first = next_lane()) {
            if (first->fiber == nullptr) first->fiber = fibers_.take(fiber_entry);
            make_current(*first);
            switch_fibers(host_, *first->fiber);
        }
        analyse_warp(warp);
        if (gave_up_) return;
        for (std::size_t i = begin; i < end; ++i)
            if (ThreadState& thread = threads_[order_[i]]; thread.stop == Stop::paused) thread.stop = Stop::ready;
    } while (release_meetings(begin, end));
}

bool Worker::run_block(const Grid& grid, std::uint64_t block_linear)
{
    active_ = this;
    if (serial_ != grid.serial) begin_launch(grid);
    begin_block(block_linear);
    while (run_warps()) release_barrier();
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
    for (const std::uint32_t lanes : stored_) counters.idle_threads -= unsigned(std::popcount(lanes));
}

/// Runs all threads until each waits at a barrier or has finished. True: some wait.
bool Worker::run_warps()
{
    // order_ keeps warps together: a new warp begins where the warp number changes.
    for (std::size_t begin = 0; begin < order_.size() && !gave_up_;) {
        std::size_t end = begin + 1;
        while (end < order_.size() && order_[end] / kWarp == order_[begin] / kWarp) ++end;
        run_warp(begin, end);
        begin = end;
    }
    return !gave_up_ && std::any_of(threads_.begin(), threads_.end(),
                                    [](const ThreadState& t) { return t.stop == Stop::at_barrier; });
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

void Worker::print(const std::string& text, std::uintptr_t site)
{
    if (stop_requested_) stop_endless(site);
    busy_ = true;
    printed_ += text;
    busy_ = false;
}

void Worker::give_up(const Sighting& sighting)
{
    busy_ = true;
    log_.add(sighting);
    stopped_by_ = sighting.kind;
    gave_up_ = true;
    switch_to_next(abandoned_);
    __builtin_unreachable();
}

void Worker::end_thread(const Sighting& sighting)
{
    busy_ = true;
    log_.add(sighting);
    stopped_by_ = sighting.kind;
    faulted_ = true;
    if (store_.bytes != 0) settle_store();
    current_->stop = Stop::finished;
    fibers_.abandon(std::exchange(current_->fiber, nullptr));
    switch_to_next(abandoned_);
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
    if (fibers_.owns(address)) s.outside = Outside::stack;  // the page that guards its end
    give_up(s);
}

void Worker::fail_assertion(const char* expression, const char* file, int line, const char* function)
{
    busy_ = true;
    const Index3& b = block_.index;
    const auto& t = current_->index;
    std::fprintf(stderr, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
                 b.x, b.y, b.z, t[0], t[1], t[2], expression);
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
    for (ThreadState& thread : threads_)
        if (thread.fiber != nullptr) fibers_.abandon(std::exchange(thread.fiber, nullptr));
    warp_log_.clear();
    store_.bytes = 0;
    barrier_nonzero_ = barrier_all_ = 0;
    gave_up_ = false;
    busy_ = false;
    stop_requested_ = false;
}

}  // namespace halo::cpu

// Here, so that a waiting thread is left from the function that it called, see switch_fibers.
namespace halo_cpu {

#define HALO_PLACE {reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)), number, line}

void barrier(int number, int line)
{
    halo::cpu::Worker::active()->barrier(HALO_PLACE, 0);
}
int barrier_count(int number, int line, int predicate)
{
    halo::cpu::Worker& worker = *halo::cpu::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero();
}
int barrier_and(int number, int line, int predicate)
{
    halo::cpu::Worker& worker = *halo::cpu::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero() == worker.arrived();
}
int barrier_or(int number, int line, int predicate)
{
    halo::cpu::Worker& worker = *halo::cpu::Worker::active();
    worker.barrier(HALO_PLACE, predicate);
    return worker.nonzero() != 0;
}

}  // namespace halo_cpu
