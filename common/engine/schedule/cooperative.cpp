// A launch whose blocks may wait for each other: all are alive at once, and take turns on one host thread.

#include <algorithm>
#include <cstring>

#include "engine/schedule/worker.hpp"

namespace halo::engine {
/// A block that waits, with all that the next one would write over.
struct Worker::WaitingBlock {
    BlockState state;
    std::vector<ThreadState> threads;
    std::vector<std::uint16_t> order;
    std::vector<Context> waiting;
    std::array<std::uint32_t, kMaxWarps> stored{};
    SharedWords words;
    std::vector<std::vector<char>> arrays;   // the block's shared arrays, in the order of the layout
    std::vector<char> dynamic;
    bool begun = false, done = false, faulted = false, parted = false;
};

bool Worker::run_cooperatively(const Grid& grid, std::uint64_t blocks)
{
    active_ = this;
    if (serial_ != grid.serial) begin_launch(grid);
    std::vector<WaitingBlock> waiting(blocks);
    bool all_done = false, fine = true;
    while (!all_done && !gave_up_) {
        all_done = true;
        for (std::uint64_t b = 0; b < blocks && !gave_up_; ++b) {
            WaitingBlock& block = waiting[b];
            if (block.done) continue;
            for (bool fresh = enter(block, b); run_warps(fresh); fresh = false) release_barrier();
            if (gave_up_) break;
            block.done = std::none_of(threads_.begin(), threads_.end(),
                                      [](const ThreadState& t) { return t.stop == Stop::at_grid_sync; });
            all_done &= block.done;
            if (block.done) {
                finish_block();
                fine &= !faulted_;
            } else {
                leave(block);
            }
        }
        // What came before a grid's barrier is ordered against all that comes after, as by the end of a launch.
        global_words_.grid_barrier();
        ++traffic_.counters().barriers;
    }
    if (all_done) --traffic_.counters().barriers;
    active_ = nullptr;
    if (!gave_up_) return fine;
    for (WaitingBlock& block : waiting)
        for (std::size_t i = 0; i < block.order.size(); ++i)
            if (block.threads[block.order[i]].stop != Stop::finished) stacks_.abandon(block.waiting[i]);
    give_up_block();
    return false;
}

/// True: its threads have not begun.
bool Worker::enter(WaitingBlock& block, std::uint64_t linear)
{
    if (!block.begun) {
        block.begun = true;
        order_.clear();
        std::swap(shared_words_, block.words);
        shared_words_.excuse_same_value(grid_->excuse_same_value);
        begin_block(linear);
        return true;
    }
    const std::uint32_t epoch = block_.epoch + 1;
    std::swap(block_, block.state);
    block_.epoch = std::max(block_.epoch, epoch);
    block_.forget_meetings();
    halo_now.block = {block_.index.x, block_.index.y, block_.index.z};
    std::swap(threads_, block.threads);
    std::swap(order_, block.order);
    std::swap(waiting_, block.waiting);
    std::swap(shared_words_, block.words);
    stored_ = block.stored;
    faulted_ = block.faulted;
    parted_ = block.parted;
    const auto& arrays = layout_.shared().arrays();
    for (std::size_t i = 0; i < arrays.size(); ++i)
        std::memcpy(reinterpret_cast<void*>(tls_base_ + arrays[i].start), block.arrays[i].data(), arrays[i].bytes);
    std::copy(block.dynamic.begin(), block.dynamic.end(), dynamic_);
    global_words_.block_begins();
    for (ThreadState& thread : threads_)
        if (thread.stop == Stop::at_grid_sync) thread.stop = Stop::ready;
    return false;
}

void Worker::leave(WaitingBlock& block)
{
    block.state = block_;
    block.threads = threads_;
    for (ThreadState& thread : threads_) thread.stop = Stop::finished;   // they and their stacks are the block's now
    block.order = order_;
    block.waiting = waiting_;
    std::swap(shared_words_, block.words);
    block.stored = stored_;
    block.faulted = faulted_;
    block.parted = parted_;
    const auto& arrays = layout_.shared().arrays();
    block.arrays.resize(arrays.size());
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const auto* start = reinterpret_cast<const char*>(tls_base_ + arrays[i].start);
        block.arrays[i].assign(start, start + arrays[i].bytes);
    }
    block.dynamic.assign(dynamic_, dynamic_ + grid_->shared_bytes);
}

void Worker::grid_sync(const WaitPlace& place)
{
    if (stop_requested_) stop_endless(place.site);
    current_->place = place;
    if (!grid_->cooperative) {
        busy_ = true;
        Sighting s = sighting_of(FindingKind::barrier, block_, thread_number());
        s.site = place.site;
        s.line = place.line;
        s.call = "grid.sync";
        end_thread(s);
    }
    suspend(Stop::at_grid_sync);
}

}  // namespace halo::engine
