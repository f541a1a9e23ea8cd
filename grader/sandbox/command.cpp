#include "sandbox/command.hpp"

#include <algorithm>
#include <cmath>

namespace halo::grader::sandbox {
namespace {

/// Can a path begin at `at`?
bool path_begins(const std::string& text, std::size_t at)
{
    if (at == 0) return true;
    const char before = text[at - 1];
    return before == '=' || before == ':' || before == ',' || (text[0] == '-' && at == 2);
}

bool path_ends(const std::string& text, std::size_t at)
{
    return at == text.size() || text[at] == '/' || text[at] == ':' || text[at] == ',';
}

// A program of which a part is built for AddressSanitizer is so many times as large.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kTimesAsLarge = 4;
#else
constexpr std::uint64_t kTimesAsLarge = 1;
#endif

}  // namespace

std::uint64_t cpu_seconds(const Limits& limits)
{
    const double seconds = std::ceil(limits.cpu_s > 0 ? limits.cpu_s : limits.wall_s) + 1;
    return std::uint64_t(std::clamp(seconds, 1.0, 1e9));
}

std::uint64_t data_bytes(const Limits& limits)
{
#if defined(__SANITIZE_ADDRESS__)
    static_cast<void>(limits);
    return 0;       // it reserves 16 TiB in each process that it watches
#else
    return limits.memory_bytes ? 2 * limits.memory_bytes + (512ull << 20) : 0;
#endif
}

std::vector<std::string> stub_command(const std::string& stub, const Limits& limits, std::uint64_t other_processes,
                                      const std::vector<std::string>& program)
{
    const auto text = [](std::uint64_t n) { return std::to_string(n); };
    std::vector<std::string> command = {
        stub,
        text(kReportFd),
        text(cpu_seconds(limits)),
        text(data_bytes(limits)),
        text(limits.processes ? limits.processes + 1 + other_processes : 0),      // the stub counts too
        text(limits.file_size_bytes * kTimesAsLarge),
        "256",
        "--",
    };
    command.insert(command.end(), program.begin(), program.end());
    return command;
}

std::vector<std::string> environment(const Job& job)
{
    std::map<std::string, std::string> all = {{"PATH", "/usr/bin"}, {"HOME", "/tmp"}, {"LC_ALL", "C.UTF-8"}};
#if defined(__SANITIZE_ADDRESS__)
    all["ASAN_OPTIONS"] = "detect_leaks=0";     // which would have to trace the program's own threads
#endif
    for (const auto& [name, value] : job.env) all[name] = value;
    std::vector<std::string> lines;
    for (const auto& [name, value] : all) lines.push_back(name + "=" + value);
    return lines;
}

std::vector<std::string> bwrap_command(const Job& job, const Confinement& confinement)
{
    std::vector<std::string> command = {
        confinement.bwrap.string(),
        "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
        "--disable-userns", "--assert-userns-disabled",
        "--hostname", "sandbox",
        "--ro-bind", "/usr", "/usr",
        "--symlink", "usr/bin", "/bin",
        "--symlink", "usr/lib", "/lib",
        "--symlink", "usr/lib64", "/lib64",
        "--proc", "/proc",
        "--dev", "/dev",
        "--size", "67108864", "--tmpfs", "/tmp",
        "--uid", "65534", "--gid", "65534",
        "--cap-drop", "ALL",
        "--die-with-parent",
        "--new-session",
        "--as-pid-1",                       // the stub is process 1: nothing inside can kill it
    };
    const auto add = [&](std::initializer_list<std::string> words) { command.insert(command.end(), words); };
    for (const Bind& bind : job.read_only) add({"--ro-bind", bind.host.string(), bind.inside});
    for (const std::string& device : job.devices) add({"--dev-bind", device, device});
    if (job.writable) add({"--bind", job.writable->host.string(), job.writable->inside});
    add({"--perms", "0555", "--ro-bind-data", std::to_string(kStubFd), "/stub"});
    add({"--seccomp", std::to_string(kFilterFd)});
    add({"--size", "16777216", "--tmpfs", "/dev/shm"});
    add({"--chdir", job.folder});
    // These come last, or bubblewrap itself could create no mount points: "/" and /dev are memory file systems without a size.
    add({"--remount-ro", "/dev", "--remount-ro", "/", "--"});
    return command;
}

std::string on_host(const Job& job, const std::string& text)
{
    std::vector<const Bind*> binds;
    for (const Bind& bind : job.read_only) binds.push_back(&bind);
    if (job.writable) binds.push_back(&*job.writable);
    std::sort(binds.begin(), binds.end(),
              [](const Bind* a, const Bind* b) { return a->inside.size() > b->inside.size(); });

    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Bind* found = nullptr;
        if (text[at] == '/' && path_begins(text, at))
            for (const Bind* bind : binds)
                if (text.compare(at, bind->inside.size(), bind->inside) == 0 && path_ends(text, at + bind->inside.size())) {
                    found = bind;
                    break;
                }
        if (found) {
            result += found->host.string();
            at += found->inside.size();
        } else {
            result += text[at++];
        }
    }
    return result;
}

}  // namespace halo::grader::sandbox
