#pragma once
// A running launch: hands out blocks and collects their output.

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "engine/headers/halo/api.hpp"
#include "engine/schedule/block_shares.hpp"
#include "engine/schedule/worker.hpp"
#include "findings/counters.hpp"

namespace halo::engine {

/// Called by all host threads that run its blocks.
class Run {
public:
    /// `tried`: so many blocks are run by try_first().
    Run(const Grid& grid, std::uint64_t blocks, std::uint64_t tried)
        : grid_(grid), blocks_(blocks), tried_(tried), may_be_undone_(grid.launch.saved != nullptr), shares_(tried, blocks, grid.launch.host_threads)
    {
    }

    bool tries_first() const { return tried_ != 0; }
    /// True: the other blocks may run at the same time. Else one host thread runs them, in order.
    bool try_first(Worker& worker);
    /// Runs blocks until none is left, or none should run.
    void work(Worker& worker);
    /// Its blocks depend on each other: to be forgotten, once no host thread runs any.
    bool undone() const { return undone_; }
    /// Hands what was found and printed over to the session, once no host thread runs any blocks.
    void finish();
    /// Of this launch, once it is finished.
    const Counters& counts() const { return counters_; }

private:
    class Working;

    void run_block(Worker& worker, std::uint64_t block);
    void run_shared_block(Worker& worker, std::uint64_t block);
    void undo();
    void keep_printed(Worker& worker, std::uint64_t block);
    cudaError_t error() const;

    const Grid& grid_;
    const std::uint64_t blocks_;
    const std::uint64_t tried_;
    bool may_be_undone_;
    BlockShares shares_;
    alignas(64) std::atomic<bool> stopped_{false}, timed_out_{false}, undone_{false};
    std::mutex mutex_;
    RawFindingLog log_;
    Counters counters_;
    std::uint64_t blocks_run_ = 0;
    std::vector<Worker*> working_;                      // on shared blocks
    std::map<std::uint64_t, Worker::Printed> printed_;  // by block number, not by the order in which they ran
};

}  // namespace halo::engine
