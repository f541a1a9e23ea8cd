#include "sandbox/files.hpp"
#include "sandbox/memory.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

#include <dirent.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace halo::grader::sandbox {
namespace {

struct CloseDir {
    void operator()(DIR* dir) const { closedir(dir); }
};

template <class Each>
void for_each_process(Each each)
{
    const std::unique_ptr<DIR, CloseDir> proc(opendir("/proc"));
    if (!proc) return;
    while (const dirent* entry = readdir(proc.get()))
        if (const long pid = std::strtol(entry->d_name, nullptr, 10); pid > 0) each(pid_t(pid));
}

/// What /proc/PID/stat reports about a process; the parent is 0 if the process is gone.
struct Stat {
    pid_t         parent = 0;
    char          state  = 0;                   ///< of its first thread
    double        own_ms = 0, waited_ms = 0;    ///< its own processor time, and that of children it has waited for
    std::uint64_t start  = 0;
};

/// "pid (any name) state parent …"; see proc(5).
Stat stat_of(pid_t pid)
{
    const std::string text     = read_text(fmt::format("/proc/{}/stat", pid)).value_or("");
    const auto        name_end = text.rfind(')');
    Stat              stat;
    if (name_end == std::string::npos) return stat;
    unsigned long user = 0, system = 0;
    long          waited_user = 0, waited_system = 0;
    unsigned long long start = 0;
    if (std::sscanf(text.c_str() + name_end + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %*d %*d %llu",
                    &stat.state, &stat.parent, &user, &system, &waited_user, &waited_system, &start) != 7)
        return {};
    static const double tick_ms = 1000.0 / double(sysconf(_SC_CLK_TCK));
    stat.own_ms    = double(user + system) * tick_ms;
    stat.waited_ms = double(waited_user + waited_system) * tick_ms;
    stat.start     = start;
    return stat;
}

/// The sum of the "key: n kB" lines named.
std::uint64_t held_bytes(const std::string& status)
{
    std::uint64_t kilobytes = 0;
    for (const char* key : {"\nRssAnon:", "\nRssShmem:", "\nVmSwap:"})
        if (const auto at = status.find(key); at != std::string::npos)
            kilobytes += std::strtoull(status.c_str() + at + std::strlen(key), nullptr, 10);
    return kilobytes << 10;
}

/// The job's processes. A new process has a higher number than its ancestors, until the numbers wrap around.
std::map<pid_t, Stat> below(pid_t root, bool all)
{
    std::map<pid_t, Stat> found, job;
    for_each_process([&](pid_t pid) {
        if (all || pid >= root) found[pid] = stat_of(pid);
    });
    for (const auto& [pid, stat] : found) {
        pid_t up = pid;
        for (unsigned steps = 0; up != root && steps < 10000; ++steps) {
            const auto parent = found.find(up);
            if (parent == found.end()) break;
            up = parent->second.parent;
        }
        if (up == root) job[pid] = stat;
    }
    return job;
}

/// Running, or waiting for a processor or for a disk.
bool is_busy(char state) { return state == 'R' || state == 'D'; }

bool any_thread_is_busy(pid_t pid)
{
    const std::string folder = fmt::format("/proc/{}/task", pid);
    const std::unique_ptr<DIR, CloseDir> tasks(opendir(folder.c_str()));
    if (!tasks) return false;
    while (const dirent* entry = readdir(tasks.get())) {
        const std::string text     = read_text(folder + "/" + entry->d_name + "/stat").value_or("");
        const auto        name_end = text.rfind(')');
        if (name_end != std::string::npos && name_end + 2 < text.size() && is_busy(text[name_end + 2])) return true;
    }
    return false;
}

}  // namespace

bool Watchdog::is_asleep() const
{
    const auto job = below(root_, true);
    return std::ranges::none_of(job, [](const auto& one) { return is_busy(one.second.state) || any_thread_is_busy(one.first); });
}

Watchdog::Used Watchdog::sample()
{
    Used   used;
    double waited_ms = 0;
    for (const auto& [pid, stat] : below(root_, ++samples_ % 16 == 0)) {
        if (pid != root_) used.bytes += held_bytes(read_text(fmt::format("/proc/{}/status", pid)).value_or(""));
        waited_ms += stat.own_ms + stat.waited_ms;
        own_ms_[{pid, stat.start}] = stat.own_ms;
    }
    // Either sum may be too small: a parent need not wait for its children, and we miss short-lived ones. So the larger
    // one counts.
    double seen_ms = 0;
    for (const auto& [process, ms] : own_ms_) seen_ms += ms;
    used.cpu_ms = std::max(waited_ms, seen_ms);
    return used;
}

std::uint64_t threads_of(unsigned uid)
{
    std::uint64_t threads = 0;
    for_each_process([&](pid_t pid) {
        const std::string folder = fmt::format("/proc/{}", pid);
        struct stat       info{};
        if (stat(folder.c_str(), &info) != 0 || info.st_uid != uid) return;
        const std::string status = read_text(folder + "/status").value_or("");
        if (const auto at = status.find("\nThreads:"); at != std::string::npos)
            threads += std::strtoull(status.c_str() + at + 9, nullptr, 10);
    });
    return threads;
}

}  // namespace halo::grader::sandbox
