#pragma once

#include "sandbox/sandbox.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <sys/types.h>

/// Counts and bounds a job's memory and processor time; internal to the sandbox.
namespace halo::grader::sandbox {

/// A control group for one job. Does nothing if the limiter is the watchdog.
class Group {
public:
    /// Creates the group with its limits; on failure error() says why, and no process may be added.
    Group(const MemoryLimiter& limiter, const Limits& limits);
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    const std::string& error() const { return error_; }
    bool          add(pid_t pid);
    void          kill_all();
    std::uint64_t oom_kills() const;
    std::uint64_t peak_bytes() const;
    /// Processor time of all processes that were ever in the group; nullopt if the kernel does not add it up.
    std::optional<double> cpu_ms() const;

private:
    MemoryLimiter::Kind kind_;
    std::string         memory_, pids_, cpu_, cpuacct_, error_;
};

/// Adds up what a process and all its descendants use, if no control group does.
class Watchdog {
public:
    explicit Watchdog(pid_t root) : root_(root) {}

    struct Used {
        std::uint64_t bytes  = 0;       ///< currently held: private and shared memory and swap, without pages of files
        double        cpu_ms = 0;       ///< since the start, including processes that have ended
    };
    Used sample();
    /// No thread of the job runs, or waits for a processor or a disk: it waits for itself, for time to pass, or for ever.
    bool is_asleep() const;

private:
    pid_t    root_;
    unsigned samples_ = 0;
    std::map<std::pair<pid_t, std::uint64_t>, double> own_ms_;     ///< last value seen, by process number and start time
};

/// Threads on this machine that belong to `uid`: without its own namespace, RLIMIT_NPROC counts them all.
std::uint64_t threads_of(unsigned uid);

/// The best limiter on a machine with the control group mounts in `mountinfo`, for a process in the groups `own` (the texts
/// of /proc/self/mountinfo and /proc/self/cgroup). Tries out what it finds.
MemoryLimiter choose_limiter(const std::string& mountinfo, const std::string& own);

}  // namespace halo::grader::sandbox
