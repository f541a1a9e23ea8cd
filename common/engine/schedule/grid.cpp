// Launches: checks the configuration as a card's driver would, distributes blocks to host threads, and stops a launch
// that does not end.

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/headers/halo/launch.hpp"
#include "engine/memory/host_memory.hpp"
#include "engine/memory/saved_memory.hpp"
#include "engine/schedule/allowances.hpp"
#include "engine/schedule/block_shares.hpp"
#include "engine/schedule/device_limits.hpp"
#include "engine/schedule/faults.hpp"
#include "engine/session/profiler.hpp"
#include "engine/session/session.hpp"
#include "engine/session/turn.hpp"
#include "engine/schedule/worker.hpp"
#include "engine/watch/followed.hpp"
#include "engine/watch/line_traffic.hpp"
#include "engine/watch/sites.hpp"

namespace halo::engine {
namespace {

constexpr unsigned kMaxThreads = 1024;
constexpr std::uint64_t kWorthSharing = 8192;  // CUDA threads; with fewer, waking a second host thread costs more than it saves

/// Which kernels have blocks that run in order on one host thread, because on several, who comes first would depend on timing: those whose
/// blocks may depend on each other, as their threads pass fences, or make atomic accesses to global memory, and with it counts, findings and
/// sums of rounded numbers; and those with findings, since of many blocks that race, others might be named.
class KernelHabits {
public:
    static KernelHabits& instance()
    {
        static KernelHabits* habits = new KernelHabits;
        return *habits;
    }
    /// Empty: the kernel has not run.
    std::optional<bool> in_order(const Grid& grid)
    {
        const std::lock_guard lock(mutex_);
        const auto habit = of(grid);
        return habit == habits_.end() ? std::nullopt : std::optional(habit->in_order);
    }
    void note(const Grid& grid, bool in_order)
    {
        const std::lock_guard lock(mutex_);
        const auto habit = of(grid);
        if (habit == habits_.end()) habits_.push_back({grid.kernel, grid.body, in_order});
        else habit->in_order |= in_order;
    }

private:
    /// Kernels that are launched through pointers may have one body, and instances of a template have one name.
    struct Habit {
        std::uint32_t kernel;
        void (*body)(void*);
        bool in_order;
    };
    std::vector<Habit>::iterator of(const Grid& grid)
    {
        return std::ranges::find_if(habits_, [&](const Habit& habit) { return habit.kernel == grid.kernel && habit.body == grid.body; });
    }

    std::mutex mutex_;
    std::vector<Habit> habits_;     ///< not a map: links of its nodes are checked as the program's
};

/// Of a kernel whose habits are not known: the first blocks, which show whether the others may run at the same time. Some of them race if
/// neighbours do; of a large grid they are at most a thirtieth of what each host thread runs.
std::uint64_t blocks_to_try(std::uint64_t blocks, unsigned host_threads)
{
    constexpr std::uint64_t kLeast = 4, kPart = 32;
    return std::min(blocks, std::max(kLeast, blocks / (kPart * host_threads)));
}

bool runs_in_order(Worker& worker) { return worker.communicates() || !worker.log().empty(); }

/// A running launch: hands out blocks and collects their output.
class Run {
public:
    /// `tried`: so many blocks are run by try_first().
    Run(const Grid& grid, std::uint64_t blocks, std::uint64_t tried)
        : grid_(grid), blocks_(blocks), tried_(tried), may_be_undone_(grid.launch.saved != nullptr), shares_(tried, blocks, grid.launch.host_threads)
    {
    }

    bool tries_first() const { return tried_ != 0; }
    void try_first(Worker& worker)
    {
        for (std::uint64_t block = 0; block < tried_ && !stopped_; ++block) run_block(worker, block);
    }
    /// From now on, one host thread runs all blocks.
    void goes_in_order() { may_be_undone_ = false; }

    void work(Worker& worker)
    {
        if (grid_.cooperative) {
            if (!worker.run_cooperatively(grid_, blocks_)) timed_out_ = worker.stopped_by() == FindingKind::endless;
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
        worker.hand_over(log_, counters_);
    }
    /// Its blocks depend on each other: to be forgotten, once no host thread runs any.
    bool undone() const { return undone_; }

    /// Of this launch, once it is finished.
    const Counters& counts() const { return counters_; }

    void finish()
    {
        for (const auto& [block, text] : printed_) {
            std::fwrite(text.output.data(), 1, text.output.size(), stdout);
            std::fwrite(text.errors.data(), 1, text.errors.size(), stderr);
        }
        ++counters_.launches;
        log_.forget_uncounted();
        log_.forget_stored();
        log_.name_host_memory();
        if (!grid_.cooperative) log_.note_progress(blocks_run_, blocks_);
        Session& session = Session::instance();
        session.add(log_, counters_);
        session.fail_later(error());
    }

private:
    /// A host thread that runs shared blocks, as long as it does.
    class Working {
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

    void run_block(Worker& worker, std::uint64_t block)
    {
        if (!worker.run_block(grid_, block)) {
            stopped_ = true;
            if (worker.stopped_by() == FindingKind::endless) timed_out_ = true;
        }
        keep_printed(worker, block);
    }

    void run_shared_block(Worker& worker, std::uint64_t block)
    {
        run_block(worker, block);
        if (may_be_undone_ && (runs_in_order(worker) || grid_.launch.saved->is_large())) undo();
    }

    /// Other blocks may wait for one that will not run. A launch that has reached its time limit is not begun again.
    void undo()
    {
        const std::lock_guard lock(mutex_);
        if (undone_ || timed_out_) return;
        undone_ = stopped_ = true;
        for (Worker* worker : working_) worker->request_stop(true);
    }

    /// The error that a later call of the host returns.
    cudaError_t error() const
    {
        cudaError_t worst = timed_out_ ? cudaErrorLaunchTimeout : cudaSuccess;
        for (const RawFinding& s : log_.all()) {
            if (s.kind == FindingKind::crash) return s.outside == Outside::assertion ? cudaErrorAssert : cudaErrorLaunchFailure;
            if (s.kind == FindingKind::out_of_bounds && worst == cudaSuccess)
                worst = s.outside == Outside::misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress;
        }
        return worst;
    }

    void keep_printed(Worker& worker, std::uint64_t block)
    {
        Worker::Printed text = worker.take_printed();
        if (text.output.empty() && text.errors.empty()) return;
        const std::lock_guard lock(mutex_);
        printed_[block] = std::move(text);
    }

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
    std::vector<Worker*> working_;
    std::map<std::uint64_t, Worker::Printed> printed_;  // by block number, not by the order in which they ran
};

/// The host threads that run blocks, and one that enforces the time limit. All are started when first needed.
class Pool {
public:
    static Pool& instance()
    {
        static Pool* pool = new Pool;
        return *pool;
    }

    void execute(Run& run, unsigned threads)
    {
        std::unique_ptr<Worker> own = take_worker();
        if (run.tries_first()) {
            start_watching();
            run_watched(*own, [&] { run.try_first(*own); });
            if (runs_in_order(*own)) {
                run.goes_in_order();
                threads = 1;
            }
        }
        {
            std::unique_lock lock(mutex_);
            while (helpers_ + 1 < threads) {
                std::thread(&Pool::help, this).detach();
                ++helpers_;
            }
            run_ = &run;
            wanted_ = threads - 1;
            ++round_;
        }
        start_watching();
        if (threads > 1) wake_.notify_all();
        run_watched(*own, [&] { run.work(*own); });
        std::unique_lock lock(mutex_);
        wanted_ = 0;  // a helper that has not begun by now is no longer needed
        done_.wait(lock, [&] { return busy_ == 0; });
        run_ = nullptr;
        idle_.push_back(std::move(own));
    }

private:
    Pool()
    {
        catch_faults();
    }

    /// Not thread-local: the last launches may come after the calling thread's thread-local objects are destroyed.
    std::unique_ptr<Worker> take_worker()
    {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) return std::make_unique<Worker>();
        std::unique_ptr<Worker> last = std::move(idle_.back());
        idle_.pop_back();
        return last;
    }

    struct Watched {
        Worker* worker;
        pthread_t thread;
        clockid_t clock;
        double start;
        double asked_at = 0;   // processor time at which it was asked to stop
        std::uint64_t blocks_run = 0;
        double progress_at = 0;   // … and at which a block was last seen to have ended
    };

    static double now(clockid_t clock)
    {
        timespec time{};
        clock_gettime(clock, &time);
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    }

    void start_watching()
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(watching_, true)) return;
        std::thread(&Pool::watch, this).detach();
    }

    template <class Work>
    void run_watched(Worker& worker, Work work)
    {
        Watched entry{&worker, pthread_self(), 0, 0};
        pthread_getcpuclockid(entry.thread, &entry.clock);
        entry.start = now(entry.clock);
        {
            const std::lock_guard lock(watch_mutex_);
            watched_.push_back(entry);
        }
        watch_wake_.notify_one();
        {
            const HandlerStack stack(worker.handler_stack());
            work();
        }
        const std::lock_guard lock(watch_mutex_);
        std::erase_if(watched_, [&](const Watched& w) { return w.worker == &worker; });
    }

    void help()
    {
        const EngineScope scope;
        Worker worker;
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return round_ != seen && wanted_ > 0; });
            seen = round_;
            --wanted_;
            ++busy_;
            Run& run = *run_;
            lock.unlock();
            run_watched(worker, [&] { run.work(worker); });
            lock.lock();
            if (--busy_ == 0) done_.notify_all();
        }
    }

    /// Asks the worker to stop at its next memory access or barrier; if there is none, interrupts it.
    void watch()
    {
        const EngineScope scope;
        std::unique_lock lock(watch_mutex_);
        for (;;) {
            watch_wake_.wait(lock, [&] { return !watched_.empty(); });
            for (Watched& entry : watched_) {
                const double used = now(entry.clock) - entry.start;
                const double limit = Session::instance().launch_limit_seconds;
                if (entry.asked_at != 0 && used > entry.asked_at + 0.2) pthread_kill(entry.thread, interrupt_signal());
                if (const std::uint64_t run = entry.worker->blocks_run(); run != entry.blocks_run) {
                    entry.blocks_run = run;
                    entry.progress_at = used;
                }
                if (used <= limit || entry.asked_at != 0) continue;
                entry.asked_at = used;
                entry.worker->request_stop(used - entry.progress_at < limit / 2);
            }
            watch_pause_.wait_for(lock, std::chrono::milliseconds(50), [] { return false; });
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    unsigned helpers_ = 0, wanted_ = 0, busy_ = 0;
    std::uint64_t round_ = 0;
    Run* run_ = nullptr;
    std::vector<std::unique_ptr<Worker>> idle_;   // for threads that launch
    bool watching_ = false;

    std::mutex watch_mutex_;
    std::condition_variable watch_wake_, watch_pause_;
    std::vector<Watched> watched_;
};

/// What a launch goes beyond, and by what error a card says so.
struct Beyond {
    cudaError_t status = cudaSuccess;
    LaunchLimit limit = LaunchLimit::none;
    std::uint64_t most = 0;
    std::uint64_t shared_bytes = 0;
};

Beyond check(const halo_engine::LaunchConfig& config)
{
    constexpr auto kRefused = cudaErrorInvalidConfiguration;
    constexpr unsigned kMostDeep = 64, kMostBlocks = 65535, kMostBlocksX = 0x7fffffff;
    const dim3 &g = config.grid, &b = config.block;
    if (g.x == 0 || g.y == 0 || g.z == 0) return {kRefused, LaunchLimit::blocks};
    if (b.x == 0 || b.y == 0 || b.z == 0) return {kRefused, LaunchLimit::threads, kMaxThreads};
    // Each first: their product may not fit into 64 bits.
    if (b.x > kMaxThreads || b.y > kMaxThreads || b.z > kMaxThreads || std::uint64_t(b.x) * b.y * b.z > kMaxThreads)
        return {kRefused, LaunchLimit::threads, kMaxThreads};
    if (b.z > kMostDeep) return {kRefused, LaunchLimit::depth, kMostDeep};
    if (g.x > kMostBlocksX) return {kRefused, LaunchLimit::blocks, kMostBlocksX};
    if (g.y > kMostBlocks || g.z > kMostBlocks) return {kRefused, LaunchLimit::blocks, kMostBlocks};
    const std::uint64_t in_arrays = Layout::instance().static_shared_bytes(config.kernel);
    if (in_arrays > kSharedPerBlock) return {cudaErrorLaunchOutOfResources, LaunchLimit::static_shared, kSharedPerBlock, in_arrays};
    if (const std::size_t most = dynamic_shared_limit(std::string(config.kernel)); config.shared_bytes > most)
        return {config.shared_bytes > kSharedPerBlock ? cudaErrorInvalidValue : cudaErrorLaunchOutOfResources, LaunchLimit::dynamic_shared,
                most, config.shared_bytes};
    return {};
}

Index3 index(const dim3& d) { return {d.x, d.y, d.z}; }

void refuse(const halo_engine::LaunchConfig& config, const Beyond& beyond)
{
    Session& session = Session::instance();
    session.fail(beyond.status);
    session.refuse_launch(config.kernel, {config.file, config.line}, beyond.status);
    Refusal refusal{.call = "launch", .kind = RefusedCall::launch, .at = {config.file, config.line}};
    refusal.code = cudaGetErrorName(beyond.status);
    refusal.reason = cudaGetErrorString(beyond.status);
    refusal.kernel = session.kernel_name(session.kernel_number(config.kernel));
    refusal.grid = index(config.grid);
    refusal.block = index(config.block);
    refusal.shared_bytes = beyond.shared_bytes;
    refusal.limit = beyond.limit;
    refusal.most = beyond.most;
    session.note_refusal(std::move(refusal));
}

/// `tried` blocks run first. Empty: blocks depend on each other, and the launch is to be undone.
std::optional<Counters> run_blocks(Grid& grid, std::uint64_t blocks, std::uint64_t tried)
{
    const Sites::OfLaunch sites;
    Releases releases;
    grid.launch.serial = next_serial();
    grid.launch.releases = &releases;
    Watchers::OfLaunch of_launch(grid.launch);
    grid.of_launch = &of_launch;
    Run run(grid, blocks, tried);
    {
        const BlocksRun blocks_run;
        Pool::instance().execute(run, grid.launch.host_threads);
    }
    if (run.undone()) return {};
    run.finish();
    return run.counts();
}

/// On several host threads. Empty: memory is what it was, and the blocks are to be run in order.
std::optional<Counters> run_together(Grid& grid, std::uint64_t blocks, std::uint64_t tried)
{
    SavedMemory saved(blocks * grid.block.x * grid.block.y * grid.block.z);
    grid.launch.saved = &saved;
    const std::optional<Counters> counts = run_blocks(grid, blocks, tried);
    grid.launch.saved = nullptr;
    if (!counts) saved.undo();
    return counts;
}

Counters run_in_order(Grid& grid, std::uint64_t blocks)
{
    grid.launch.host_threads = 1;
    return *run_blocks(grid, blocks, 0);
}

}  // namespace

}  // namespace halo::engine

void halo_engine::run_grid(const LaunchConfig& config, void (*body)(void*), void* argument)
{
    using namespace halo::engine;
    const Turn turn;
    Session& session = Session::instance();
    if (const Beyond beyond = check(config); beyond.status != cudaSuccess) return refuse(config, beyond);
    std::fflush(stdout);  // the host's output comes before the kernel's

    Grid grid;
    grid.grid = index(config.grid);
    grid.block = index(config.block);
    grid.shared_bytes = config.shared_bytes;
    grid.body = body;
    grid.argument = argument;
    grid.kernel = session.kernel_number(config.kernel);
    grid.layout_kernel = Layout::instance().kernel(session.kernel_name(grid.kernel));
    grid.order = session.order;
    grid.seed = session.order_seed;
    grid.cooperative = config.cooperative;

    const std::uint64_t blocks = std::uint64_t(grid.grid.x) * grid.grid.y * grid.grid.z;
    const std::uint64_t cuda_threads = blocks * grid.block.x * grid.block.y * grid.block.z;
    unsigned threads = session.host_threads != 0 ? session.host_threads : std::max(1u, std::thread::hardware_concurrency());
    Recorder& recorder = Recorder::instance();
    Profiler& profiler = Profiler::instance();
    const bool profiled = SiteTraffics::instance().on();
    if ((cuda_threads < kWorthSharing && session.host_threads == 0) || grid.cooperative || recorder.on() || profiled) threads = 1;
    threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, blocks));
    const std::optional<bool> in_order = KernelHabits::instance().in_order(grid);
    if (in_order.value_or(false)) threads = 1;

    notice_host_writes();
    grid.launch = {0, threads, session.excuse_same_value, recorder.on(), profiled, profiler.on(), config.file, config.line};
    if (recorder.on()) {
        recorder.launch_begins({grid.kernel, grid.grid, grid.block});
        recorder.step({.at = {config.file, config.line}, .call = {}, .kernel = grid.kernel, .launch = true, .target = {}, .source = {}});
    }
    if (Followed::instance().on()) Followed::instance().launch_begins();
    const std::uint64_t tried = threads > 1 && !in_order ? blocks_to_try(blocks, threads) : 0;
    std::optional<halo::Counters> counts;
    if (threads > 1) counts = run_together(grid, blocks, tried);
    if (!counts) counts = run_in_order(grid, blocks);
    if (profiler.on())
        profiler.launched({grid.kernel, config.kernel, {config.file, config.line}, grid.grid, grid.block, grid.launch.serial, grid.cooperative}, *counts);
    if (Followed::instance().on()) Followed::instance().launch_ended(grid.launch.serial, grid.cooperative);
}
