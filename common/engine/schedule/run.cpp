#include "engine/schedule/run.hpp"

#include <cstdio>
#include <string>
#include <utility>

#include "engine/memory/saved_memory.hpp"
#include "engine/schedule/kernel_habits.hpp"
#include "engine/session/session.hpp"

namespace halo::engine {
namespace {

bool runs_in_order(Worker& worker) { return worker.communicates() || !worker.log().empty(); }

}  // namespace

/// A host thread that runs shared blocks, as long as it does.
class Run::Working {
public:
    Working(Run& run, Worker& worker) : run_(run), worker_(&worker)
    {
        const std::lock_guard lock(run_.mutex_);
        run_.working_.push_back(worker_);
    }
    ~Working()
    {
        const std::lock_guard lock(run_.mutex_);
        std::erase(run_.working_, worker_);
    }
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

private:
    Run& run_;
    Worker* worker_;
};

bool Run::try_first(Worker& worker)
{
    for (std::uint64_t block = 0; block < tried_ && !stopped_; ++block) run_block(worker, block);
    if (runs_in_order(worker)) may_be_undone_ = false;
    return !runs_in_order(worker);
}

void Run::work(Worker& worker)
{
    if (grid_.cooperative) {
        if (!worker.run_cooperatively(grid_, blocks_)) {
            stopped_ = true;
            timed_out_ = worker.stopped_by() == FindingKind::endless;
        }
        keep_printed(worker, 0);
    } else {
        const unsigned part = shares_.join();
        const Working working(*this, worker);
        while (const auto share = shares_.take(part))
            for (std::uint64_t block = share->first; block < share->end && !stopped_; ++block) run_shared_block(worker, block);
    }
    KernelHabits::instance().note(grid_, undone_ || runs_in_order(worker));
    const std::lock_guard lock(mutex_);
    blocks_run_ += worker.blocks_run();
    worker.hand_over(log_, counters_, *grid_.of_launch);
}

void Run::run_block(Worker& worker, std::uint64_t block)
{
    if (!worker.run_block(grid_, block)) {
        stopped_ = true;
        if (worker.stopped_by() == FindingKind::endless) timed_out_ = true;
    }
    keep_printed(worker, block);
}

void Run::run_shared_block(Worker& worker, std::uint64_t block)
{
    run_block(worker, block);
    if (may_be_undone_ && (runs_in_order(worker) || grid_.launch.saved->is_costly())) undo();
}

/// Other blocks may wait for one that will not run. A launch that has reached its time limit is not begun again.
void Run::undo()
{
    const std::lock_guard lock(mutex_);
    if (undone_ || timed_out_) return;
    undone_ = stopped_ = true;
    for (Worker* worker : working_) worker->request_stop(true);
}

void Run::keep_printed(Worker& worker, std::uint64_t block)
{
    Worker::Printed text = worker.take_printed();
    if (text.output.empty() && text.errors.empty()) return;
    const std::lock_guard lock(mutex_);
    printed_[block] = std::move(text);
}

void Run::finish()
{
    Session& session = Session::instance();
    bool printed = false;
    for (const auto& [block, text] : printed_) {
        printed |= !text.output.empty();
        std::fwrite(text.output.data(), 1, text.output.size(), stdout);
        std::fwrite(text.errors.data(), 1, text.errors.size(), stderr);
    }
    ++counters_.launches;
    log_.forget_uncounted();
    log_.forget_stored();
    log_.name_host_memory();
    if (!grid_.cooperative) log_.note_progress(blocks_run_, blocks_);
    if (!stopped_) {
        grid_.of_launch->launch_ended({grid_.launch, grid_.kernel, grid_.grid, grid_.block, counters_}, log_);
        log_.settle();
    }
    if (printed) session.note_printed(grid_.kernel, {grid_.launch.file, grid_.launch.line});
    session.add(log_, counters_);
    session.fail_later(error());
}

/// The error that a later call of the host returns.
cudaError_t Run::error() const
{
    cudaError_t worst = timed_out_ ? cudaErrorLaunchTimeout : cudaSuccess;
    for (const RawFinding& s : log_.all()) {
        if (s.kind == FindingKind::crash) return s.outside == Outside::assertion ? cudaErrorAssert : cudaErrorLaunchFailure;
        if (s.kind == FindingKind::out_of_bounds && worst == cudaSuccess)
            worst = s.outside == Outside::misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress;
    }
    return worst;
}

}  // namespace halo::engine
