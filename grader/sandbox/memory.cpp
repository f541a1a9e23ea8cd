#include "sandbox/memory.hpp"
#include "sandbox/files.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

namespace halo::grader::sandbox {
namespace {

/// The number after `key` in a text of "key value" lines; 0 if there is none.
std::uint64_t field(const std::string& text, const std::string& key)
{
    std::istringstream lines(text);
    for (std::string word, value; lines >> word >> value;)
        if (word == key) return std::strtoull(value.c_str(), nullptr, 10);
    return 0;
}

bool has_word(const std::string& text, const std::string& word)
{
    std::istringstream words(text);
    for (std::string each; words >> each;)
        if (each == word) return true;
    return false;
}

std::string new_group_name()
{
    static std::atomic<unsigned> count{0};
    return fmt::format("/halo-{}-{}", getpid(), count++);
}

/// Killed processes leave their group with a short delay.
void remove_group(const std::string& path)
{
    if (path.empty()) return;
    for (int attempt = 0; attempt < 3000 && rmdir(path.c_str()) != 0 && errno == EBUSY; ++attempt) usleep(1000);
}

struct Mount {
    std::string place, type, options;
};

std::vector<Mount> control_group_mounts(const std::string& mountinfo)
{
    std::vector<Mount> mounts;
    std::istringstream lines(mountinfo);
    for (std::string line; std::getline(lines, line);) {
        const auto dash = line.find(" - cgroup");
        if (dash == std::string::npos) continue;
        std::istringstream before(line), after(line.substr(dash + 3));
        Mount              mount;
        std::string        skip;
        before >> skip >> skip >> skip >> skip >> mount.place;
        after >> mount.type >> skip >> mount.options;
        mounts.push_back(mount);
    }
    return mounts;
}

/// The caller's own path below a hierarchy: "4:memory:/a/b" for v1, "0::/a/b" for v2 (`controller` empty).
std::string own_path(const std::string& own, const std::string& controller)
{
    std::istringstream lines(own);
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
        if (controller.empty() ? names == ",," : names.find("," + controller + ",") != std::string::npos)
            return line.substr(second + 1);
    }
    return "";
}

/// Removes the groups of graders that were killed; the kernel keeps those that still have processes.
void sweep(const std::string& place)
{
    if (place.empty()) return;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(place, error)) {
        int pid = 0;
        if (std::sscanf(entry.path().filename().c_str(), "halo-%d-", &pid) == 1 && kill(pid, 0) != 0 && errno == ESRCH)
            rmdir(entry.path().c_str());
    }
}

/// Creates a group with limits and reads them back.
bool works(const MemoryLimiter& limiter)
{
    sweep(limiter.memory_place);
    sweep(limiter.pids_place);
    sweep(limiter.cpu_place);
    sweep(limiter.cpuacct_place);
    Limits limits;
    limits.memory_bytes = 64u << 20;
    limits.processes    = 8;
    return Group(limiter, limits).error().empty();
}

/// In version 2 a group's controllers must be switched on for the groups below it, and such a group may contain no
/// processes. So if the caller is alone in a group delegated to it, it moves one level down.
bool delegate_own_group(const std::string& group)
{
    if (read_text(group + "/cgroup.procs").value_or("") != std::to_string(getpid()) + "\n") return false;
    const std::string below = group + "/halo-grader";
    if (mkdir(below.c_str(), 0755) != 0 && errno != EEXIST) return false;
    if (write_text(below + "/cgroup.procs", std::to_string(getpid())) &&
        write_text(group + "/cgroup.subtree_control", "+memory +pids")) {
        write_text(group + "/cgroup.subtree_control", "+cpu");          // if it was delegated too
        return true;
    }
    write_text(group + "/cgroup.procs", std::to_string(getpid()));
    rmdir(below.c_str());
    return false;
}

}  // namespace

MemoryLimiter choose_limiter(const std::string& mountinfo, const std::string& own)
{
    MemoryLimiter v1{MemoryLimiter::cgroup_v1, "", "", "", ""};
    for (const Mount& mount : control_group_mounts(mountinfo)) {
        if (mount.type == "cgroup2") {
            // Going up from the caller's group, the first below which we may create groups. An ordinary user's desktop
            // session has one; so has `systemd-run --user --scope -p Delegate=yes`.
            std::string path = own_path(own, "");
            if (path == "/") path.clear();
            if (access((mount.place + path + "/cgroup.procs").c_str(), W_OK) == 0 &&
                has_word(read_text(mount.place + path + "/cgroup.controllers").value_or(""), "memory"))
                delegate_own_group(mount.place + path);
            for (;;) {
                MemoryLimiter     v2{MemoryLimiter::cgroup_v2, mount.place + path, "", "", ""};
                const std::string on = read_text(v2.memory_place + "/cgroup.subtree_control").value_or("");
                if (has_word(on, "cpu")) v2.cpu_place = v2.memory_place;
                if (has_word(on, "memory") && has_word(on, "pids") && works(v2)) return v2;
                if (path.empty()) break;
                path.erase(path.rfind('/'));
            }
        }
        for (auto [controller, place] : {std::pair{"memory", &v1.memory_place}, {"pids", &v1.pids_place}, {"cpu", &v1.cpu_place},
                                         {"cpuacct", &v1.cpuacct_place}}) {
            if (mount.type != "cgroup" || !has_word([&] {
                    std::string options = mount.options;
                    for (char& c : options) c = c == ',' ? ' ' : c;
                    return options;
                }(), controller))
                continue;
            // In a container the path may be the host's and not exist here; then the mount itself is our group.
            std::string path = mount.place + own_path(own, controller);
            if (access(path.c_str(), W_OK) != 0) path = mount.place;
            if (path.back() == '/') path.pop_back();
            if (access(path.c_str(), W_OK) == 0) *place = path;
        }
    }
    if (!v1.memory_place.empty() && works(v1)) return v1;
    return {};
}

const MemoryLimiter& memory_limiter()
{
    static const MemoryLimiter limiter = [] {
        const char* wanted = std::getenv("HALO_MEMORY_LIMITER");
        if (wanted && std::strcmp(wanted, "watchdog") == 0) return MemoryLimiter{};
        return choose_limiter(read_text("/proc/self/mountinfo").value_or(""), read_text("/proc/self/cgroup").value_or(""));
    }();
    return limiter;
}

std::string MemoryLimiter::describe() const
{
    switch (kind) {
    case cgroup_v2: return "cgroup v2 below " + memory_place;
    case cgroup_v1: return "cgroup v1 below " + memory_place + (pids_place.empty() ? "" : " and " + pids_place);
    case watchdog: break;
    }
    return "no cgroup: RLIMIT_DATA for each process, and a watchdog over all of them 100 times a second";
}

std::string MemoryLimiter::describe_processor() const
{
    if (cpu_place.empty()) return "no cgroup: processes share it equally, and a watchdog adds up their time";
    return fmt::format("cgroup {} below {}: jobs share it equally", kind == cgroup_v2 ? "v2" : "v1", cpu_place);
}

Group::Group(const MemoryLimiter& limiter, const Limits& limits) : kind_(limiter.kind)
{
    if (kind_ == MemoryLimiter::watchdog) return;
    const std::string name = new_group_name();
    const auto make = [&](const std::string& place, std::string& path) {
        if (!error_.empty() || place.empty()) return;
        if (mkdir((place + name).c_str(), 0755) == 0)
            path = place + name;
        else
            error_ = fmt::format("mkdir {}: {}", place + name, std::strerror(errno));
    };
    const auto set = [&](const std::string& file, std::uint64_t value) {
        if (!error_.empty() || value == 0) return;
        const std::string page = std::to_string(file.find("memory") != std::string::npos ? value / 4096 * 4096 : value);
        if (!write_text(file, page) || read_text(file) != page + "\n")
            error_ = fmt::format("cannot set {} to {}", file, page);
    };
    make(limiter.memory_place, memory_);
    make(limiter.pids_place, pids_);
    if (kind_ == MemoryLimiter::cgroup_v1) {
        // Each new group gets the same share. The two controllers are often one hierarchy.
        make(limiter.cpu_place, cpu_);
        if (limiter.cpuacct_place == limiter.cpu_place) cpuacct_ = cpu_;
        else make(limiter.cpuacct_place, cpuacct_);
    }
    // Bubblewrap and the stub are in the groups too: three processes, a few MiB.
    const std::uint64_t memory    = limits.memory_bytes ? limits.memory_bytes + (4u << 20) : 0;
    const std::uint64_t processes = limits.processes ? limits.processes + 3 : 0;
    if (kind_ == MemoryLimiter::cgroup_v2) {
        set(memory_ + "/memory.max", memory);
        set(memory_ + "/pids.max", processes);
        write_text(memory_ + "/memory.swap.max", "0");           // missing if swap is not counted
    } else {
        set(memory_ + "/memory.limit_in_bytes", memory);
        if (!pids_.empty()) set(pids_ + "/pids.max", processes);
        if (memory) write_text(memory_ + "/memory.memsw.limit_in_bytes", std::to_string(memory));
    }
}

Group::~Group()
{
    kill_all();
    remove_group(memory_);
    remove_group(pids_);
    remove_group(cpu_);
    if (cpuacct_ != cpu_) remove_group(cpuacct_);
}

bool Group::add(pid_t pid)
{
    if (kind_ == MemoryLimiter::watchdog) return true;
    for (const std::string* group : {&memory_, &pids_, &cpu_, &cpuacct_})
        if (!group->empty() && !write_text(*group + "/cgroup.procs", std::to_string(pid))) return false;
    return true;
}

void Group::kill_all()
{
    if (memory_.empty() || write_text(memory_ + "/cgroup.kill", "1")) return;
    std::istringstream members(read_text(memory_ + "/cgroup.procs").value_or(""));
    for (pid_t pid; members >> pid;)
        if (pid > 1) kill(pid, SIGKILL);
}

std::uint64_t Group::oom_kills() const
{
    if (memory_.empty()) return 0;
    const char* file = kind_ == MemoryLimiter::cgroup_v2 ? "/memory.events" : "/memory.oom_control";
    return field(read_text(memory_ + file).value_or(""), "oom_kill");
}

std::optional<double> Group::cpu_ms() const
{
    if (kind_ == MemoryLimiter::cgroup_v2) {
        const auto text = read_text(memory_ + "/cpu.stat");
        return text && text->find("usage_usec") != std::string::npos ? std::optional(double(field(*text, "usage_usec")) / 1e3) : std::nullopt;
    }
    if (cpuacct_.empty()) return std::nullopt;
    const auto text = read_text(cpuacct_ + "/cpuacct.usage");
    return text ? std::optional(std::strtod(text->c_str(), nullptr) / 1e6) : std::nullopt;
}

std::uint64_t Group::peak_bytes() const
{
    if (memory_.empty()) return 0;
    const char* file = kind_ == MemoryLimiter::cgroup_v2 ? "/memory.peak" : "/memory.max_usage_in_bytes";
    return std::strtoull(read_text(memory_ + file).value_or("0").c_str(), nullptr, 10);
}

}  // namespace halo::grader::sandbox
