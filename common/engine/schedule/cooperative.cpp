// A launch whose blocks may wait for each other: all are alive at once, and take turns on one host thread.

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/schedule/worker.hpp"

namespace halo::engine {

/// A waiting block, with all state that the next one would overwrite.
struct Worker::WaitingBlock {
    Waiting threads;
    Watchers::OfBlock watchers;
    AddressMap::SharedContents shared;
    bool begun = false, done = false;
};

/// Which threads and blocks come to a barrier of the grid. Only the first that others miss is reported.
class Worker::GridBarriers {
public:
    void block_stopped(const BlockState& block, const std::vector<ThreadState>& threads, RawFindingLog& log)
    {
        const auto begin = threads.begin(), end = threads.begin() + block.threads;
        const auto waits = [](const ThreadState& t) { return t.stop == Stop::at_grid_sync; };
        const auto first = std::find_if(begin, end, waits), absent = std::find_if_not(begin, end, waits);
        faulted_ |= block.faulted;
        if (first == end && !left_) left_ = block.linear;
        if (first == end || faulted_ || reported_) return;
        RawFinding s = raw_finding(FindingKind::barrier, block, unsigned(first - begin));
        s.site = first->place.site;
        s.line = first->place.line;
        s.call = "grid.sync";
        s.arrived = unsigned(std::count_if(begin, end, waits));
        s.expected = block.threads;
        s.other_left = true;
        if (absent == end) {
            if (!waiting_) waiting_ = s;
            return;
        }
        s.other_thread = unsigned(absent - begin);
        s.other_line = absent->left_line();
        log.add(s);
        reported_ = true;
    }
    /// Each block has come to the barrier, or to its end.
    void met(RawFindingLog& log)
    {
        if (waiting_ && left_ && !faulted_ && !reported_) {
            waiting_->other_block = *left_;
            log.add(*waiting_);
            reported_ = true;
        }
        waiting_.reset();
    }

private:
    std::optional<RawFinding> waiting_;      // about the first block that waits
    std::optional<std::uint64_t> left_;      // a block that has come to its end
    bool faulted_ = false, reported_ = false;
};

bool Worker::run_cooperatively(const Grid& grid, std::uint64_t blocks)
{
    activate();
    if (serial_ != grid.launch.serial) begin_launch(grid);
    std::vector<WaitingBlock> waiting(blocks);
    GridBarriers barriers;
    bool all_done = false, fine = true;
    while (!all_done && !gave_up()) {
        all_done = true;
        for (std::uint64_t b = 0; b < blocks && !gave_up(); ++b) {
            WaitingBlock& block = waiting[b];
            if (block.done) continue;
            for (bool fresh = enter(block, b); run_warps(fresh); fresh = false) release_barrier();
            if (gave_up()) break;
            block.done = std::none_of(threads_.begin(), threads_.end(),
                                      [](const ThreadState& t) { return t.stop == Stop::at_grid_sync; });
            all_done &= block.done;
            barriers.block_stopped(block_, threads_, log());
            if (block.done) {
                observer_.block_ends(block_);
                fine &= !block_.faulted;
            } else {
                leave(block);
            }
        }
        // A grid barrier orders everything before it against everything after it, as the end of a launch does.
        if (!all_done) {
            barriers.met(log());
            observer_.watchers.grid_barrier();
            grid.launch.releases->clear();
        }
    }
    deactivate();
    if (!gave_up()) return fine;
    for (const WaitingBlock& block : waiting) abandon(block.threads);
    give_up_block();
    return false;
}

/// True: its threads have not begun.
bool Worker::enter(WaitingBlock& block, std::uint64_t linear)
{
    observer_.watchers.swap_block(block.watchers);
    if (!block.begun) {
        block.begun = true;
        forget_order();
        begin_block(linear);
        return true;
    }
    restore_threads(block.threads);
    map_.restore_shared(block.shared);
    observer_.watchers.block_resumes(block_);
    resume(Stop::at_grid_sync);
    return false;
}

void Worker::leave(WaitingBlock& block)
{
    save_threads(block.threads);
    observer_.watchers.swap_block(block.watchers);
    block.shared = map_.save_shared();
}

void Worker::grid_sync(const WaitPlace& place)
{
    if (stop_requested_) stop_endless(place.site);
    current_->place = place;
    if (!grid_->cooperative) {
        const Busy busy(*this);
        RawFinding s = raw_finding(FindingKind::barrier, block_, thread_number());
        s.site = place.site;
        s.line = place.line;
        s.call = "grid.sync";
        end_thread(s);
    }
    suspend(Stop::at_grid_sync);
}

}  // namespace halo::engine
