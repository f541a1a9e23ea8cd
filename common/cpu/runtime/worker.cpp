#include "cpu/runtime/worker.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace halo::cpu {
namespace {

thread_local Worker* tls_active = nullptr;

Index3 unravel(std::uint64_t linear, const Index3& extent)
{
    return {static_cast<unsigned>(linear % extent.x), static_cast<unsigned>(linear / extent.x % extent.y),
            static_cast<unsigned>(linear / extent.x / extent.y)};
}

}  // namespace

std::uint64_t first_dynamic_offset() { return (Layout::instance().shared().end() + 1023) / 1024 * 1024; }

Worker* Worker::active() { return tls_active; }

Worker::Worker() : layout_(Layout::instance()), arena_(Arena::instance())
{
    tls_base_ = layout_.thread_local_base();
    dynamic_memory_.resize(kDynamicRoom + 1024);
    const auto start = reinterpret_cast<std::uintptr_t>(dynamic_memory_.data());
    dynamic_ = reinterpret_cast<char*>((start + 1023) / 1024 * 1024);
    dynamic_base_in_offsets_ = first_dynamic_offset();
}

void Worker::begin_block(const Grid& grid, std::uint64_t block_linear)
{
    const unsigned count = grid.block.x * grid.block.y * grid.block.z;
    if (serial_ != grid.serial) {
        threads_.assign(count, {});
        fiber_of_.assign(count, nullptr);
        for (unsigned t = 0; t < count; ++t) {
            threads_[t].linear = t;
            threads_[t].index = unravel(t, grid.block);
        }
        serial_ = grid.serial;
        grid_ = &grid;
        stop_requested_ = false;
        order_.clear();
    }
    faulted_ = false;
    for (ThreadState& thread : threads_) {
        thread.stop = Stop::fresh;
        thread.stored = false;
        thread.left_line = 0;
    }
    if (order_.empty() || grid.order == Order::random) {
        random_.seed(grid.seed * 0x9e3779b97f4a7c15u + block_linear);
        make_order(grid);
    }
    block_.index = unravel(block_linear, grid.grid);
    block_.linear = block_linear;
    block_.extent = grid.block;
    block_.threads = count;
    block_.kernel = grid.kernel;
    block_.first_epoch = ++block_.epoch;
    const std::size_t words = (dynamic_base_in_offsets_ + grid.shared_bytes + 3) / 4;
    race_.block_begins(block_, words);
    uninitialised_.block_begins(block_, words);
}

/// Whole warps, in some order; inside a warp the lanes, in some order.
void Worker::make_order(const Grid& grid)
{
    const auto count = static_cast<std::uint32_t>(threads_.size());
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), 0u);
    if (grid.order == Order::forward) return;
    std::vector<std::uint32_t> warps((count + Traffic::kWarp - 1) / Traffic::kWarp);
    std::iota(warps.begin(), warps.end(), 0u);
    if (grid.order == Order::reverse)
        std::reverse(warps.begin(), warps.end());
    else
        std::shuffle(warps.begin(), warps.end(), random_);
    order_.clear();
    for (const std::uint32_t warp : warps) {
        const auto begin = static_cast<std::ptrdiff_t>(order_.size());
        for (std::uint32_t t = warp * Traffic::kWarp; t < std::min(count, (warp + 1) * Traffic::kWarp); ++t)
            order_.push_back(t);
        if (grid.order == Order::reverse)
            std::reverse(order_.begin() + begin, order_.end());
        else
            std::shuffle(order_.begin() + begin, order_.end(), random_);
    }
}

bool Worker::run_block(const Grid& grid, std::uint64_t block_linear)
{
    tls_active = this;
    begin_block(grid, block_linear);
    for (;;) {
        // order_ keeps warps together: a new warp begins where the warp number changes.
        for (std::size_t begin = 0; begin < order_.size();) {
            std::size_t end = begin;
            while (end < order_.size() && order_[end] / Traffic::kWarp == order_[begin] / Traffic::kWarp) ++end;
            bool paused = true;
            while (paused) {
                paused = false;
                for (std::size_t i = begin; i < end; ++i) {
                    ThreadState& thread = threads_[order_[i]];
                    if (thread.stop == Stop::finished || thread.stop == Stop::at_barrier) continue;
                    resume(thread);
                    if (gave_up_) {
                        give_up_block();
                        tls_active = nullptr;
                        return false;
                    }
                    paused |= thread.stop == Stop::paused;
                }
                traffic_.warp_stops();
            }
            begin = end;
        }
        race_.settle(log_);
        const bool waiting = std::any_of(threads_.begin(), threads_.end(),
                                         [](const ThreadState& t) { return t.stop == Stop::at_barrier; });
        if (!waiting) break;
        release_barrier();
    }
    Counters& counters = traffic_.counters();
    counters.threads += block_.threads;
    counters.idle_threads += static_cast<std::uint64_t>(
        std::count_if(threads_.begin(), threads_.end(), [](const ThreadState& t) { return !t.stored; }));
    tls_active = nullptr;
    return !faulted_;
}

void Worker::release_barrier()
{
    if (!faulted_) barriers_.barrier(block_, threads_, log_);
    // A card lets the waiting threads go once the others have left the kernel; so do we, after telling.
    for (ThreadState& thread : threads_)
        if (thread.stop == Stop::at_barrier) thread.stop = Stop::paused;
    last_nonzero_ = std::exchange(barrier_nonzero_, 0);
    last_all_ = std::exchange(barrier_all_, 0);
    ++block_.epoch;
    ++traffic_.counters().barriers;
}

void Worker::resume(ThreadState& thread)
{
    Fiber*& fiber = fiber_of_[thread.linear];
    if (fiber == nullptr) fiber = fibers_.take(fiber_entry);
    thread.stop = Stop::running;
    current_ = &thread;
    const auto transfer = boost::context::detail::jump_fcontext(fiber->context, this);
    fiber->context = transfer.fctx;
    current_ = nullptr;
    if (thread.stop != Stop::finished) return;
    if (thread_ended_)
        fibers_.abandon(fiber);
    else
        fibers_.give_back(fiber);
    thread_ended_ = false;
    fiber = nullptr;
}

void Worker::fiber_entry(boost::context::detail::transfer_t transfer)
{
    auto* worker = static_cast<Worker*>(transfer.data);
    worker->scheduler_ = transfer.fctx;
    for (;;) {  // a finished fiber waits here for its next CUDA thread
        worker->busy_ = false;
        worker->grid_->body(worker->grid_->argument);
        worker->suspend(Stop::finished);
    }
}

void Worker::suspend(Stop why)
{
    current_->stop = why;
    const auto transfer = boost::context::detail::jump_fcontext(scheduler_, nullptr);
    scheduler_ = transfer.fctx;
    busy_ = true;  // until the caller returns to the student's code
}

int Worker::barrier(const BarrierPlace& place, int predicate, int (*combine)(int nonzero, int all))
{
    if (stop_requested_) stop_endless(place.site);
    barrier_nonzero_ += predicate != 0;
    ++barrier_all_;
    current_->barrier = place;
    suspend(Stop::at_barrier);
    busy_ = false;
    return combine(last_nonzero_, last_all_);
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
    log_.add(sighting);
    stopped_by_ = sighting.kind;
    gave_up_ = true;
    suspend(Stop::running);
    __builtin_unreachable();
}

void Worker::end_thread(const Sighting& sighting)
{
    log_.add(sighting);
    stopped_by_ = sighting.kind;
    faulted_ = true;
    thread_ended_ = true;
    suspend(Stop::finished);
    __builtin_unreachable();
}

void Worker::stop_endless(std::uintptr_t site)
{
    MemoryAccess nowhere;
    nowhere.site = site;
    give_up(sighting_of(FindingKind::endless, block_, *current_, nowhere));
}

void Worker::die(std::uintptr_t site, std::uintptr_t address)
{
    MemoryAccess nowhere;
    nowhere.site = site;
    Sighting s = sighting_of(FindingKind::crash, block_, *current_, nowhere);
    if (fibers_.owns(address)) s.outside = Outside::stack;  // the page that guards its end
    give_up(s);
}

/// Stacks of unfinished threads are given up as they are.
void Worker::give_up_block()
{
    for (Fiber*& fiber : fiber_of_) {
        if (fiber != nullptr) fibers_.abandon(fiber);
        fiber = nullptr;
    }
    traffic_.drop_logs();
    race_.settle(log_);
    barrier_nonzero_ = barrier_all_ = 0;
    gave_up_ = false;
    busy_ = false;
    stop_requested_ = false;
}

}  // namespace halo::cpu
