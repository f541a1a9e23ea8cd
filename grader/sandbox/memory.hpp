#pragma once

#include "sandbox/sandbox.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <sys/types.h>

/// How a job's memory and processor time are counted and bounded; internal to the sandbox.
namespace halo::grader::sandbox {

/// One control group for one job. Where the limiter is the watchdog it does nothing and costs nothing.
class Group {
public:
    /// Makes the group with its limits; on failure `error()` says why and no process may be added.
    Group(const MemoryLimiter& limiter, const Limits& limits);
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    const std::string& error() const { return error_; }
    bool          add(pid_t pid);
    void          kill_all();
    std::uint64_t oom_kills() const;
    std::uint64_t peak_bytes() const;
    /// Of all processes that were ever in the group; nullopt where the kernel does not add it up.
    std::optional<double> cpu_ms() const;

private:
    MemoryLimiter::Kind kind_;
    std::string         memory_, pids_, cpu_, cpuacct_, error_;
};

/// Adds up what a process and all its descendants use, where no control group does it.
class Watchdog {
public:
    explicit Watchdog(pid_t root) : root_(root) {}

    struct Used {
        std::uint64_t bytes  = 0;       ///< held now: private and shared memory and swap, not the pages of files
        double        cpu_ms = 0;       ///< since the start, also by processes that have ended
    };
    Used sample();

private:
    pid_t    root_;
    unsigned samples_ = 0;
    std::map<std::pair<pid_t, std::uint64_t>, double> own_ms_;     ///< by number and start: as last seen
};

/// Threads on this machine that belong to `uid`: RLIMIT_NPROC counts them all when there is no namespace of our own.
std::uint64_t threads_of(unsigned uid);

/// The limiter that a machine offers whose control groups are mounted as `mountinfo` says, for a process that is in the
/// groups `own` (the texts of /proc/self/mountinfo and /proc/self/cgroup). Tries out what it finds.
MemoryLimiter choose_limiter(const std::string& mountinfo, const std::string& own);

}  // namespace halo::grader::sandbox
