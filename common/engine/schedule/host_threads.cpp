#include "engine/schedule/host_threads.hpp"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "engine/schedule/faults.hpp"
#include "engine/session/own_threads.hpp"
#include "engine/session/session.hpp"

namespace halo::engine {
namespace {

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
            bool together = false;
            run_watched(*own, [&] { together = run.try_first(*own); });
            if (!together) threads = 1;
        }
        {
            std::unique_lock lock(mutex_);
            start_helpers(threads - 1);
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

    void start_helpers(unsigned count)
    {
        if (helpers_ >= count) return;
        const StartsOwnThreads starts({SIGSEGV, SIGBUS, SIGFPE, SIGILL, interrupt_signal()});     // how kernels crash, or are stopped
        for (; helpers_ < count; ++helpers_) std::thread(&Pool::help, this).detach();
    }

    void start_watching()
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(watching_, true)) return;
        const StartsOwnThreads starts;
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

}  // namespace

void run_on_host_threads(Run& run, unsigned threads) { Pool::instance().execute(run, threads); }

}  // namespace halo::engine
