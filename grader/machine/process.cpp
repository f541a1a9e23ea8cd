#include "machine/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "findings/fd.hpp"
#include "machine/errors.hpp"

extern char** environ;

namespace halo::grader {
namespace {

/// A file in memory: input and output of a process, without a pipe that would have to be drained.
class MemoryFile {
public:
    explicit MemoryFile(const char* name) : fd_(memfd_create(name, MFD_CLOEXEC))
    {
        if (fd_ < 0) throw GraderFault({fmt::format("no memory for a process: {}", std::strerror(errno)), "", ""});
    }
    MemoryFile(const MemoryFile&) = delete;
    ~MemoryFile() { close(fd_); }

    int fd() const { return fd_; }

    void fill(std::span<const std::byte> bytes)
    {
        while (!bytes.empty()) {
            const ssize_t wrote = write(fd_, bytes.data(), bytes.size());
            if (wrote < 0 && errno == EINTR) continue;
            if (wrote <= 0) throw GraderFault({fmt::format("no memory for a process: {}", std::strerror(errno)), "", ""});
            bytes = bytes.subspan(static_cast<std::size_t>(wrote));
        }
        lseek(fd_, 0, SEEK_SET);
    }

    std::string content() const
    {
        std::string bytes(static_cast<std::size_t>(std::max<off_t>(0, lseek(fd_, 0, SEEK_END))), '\0');
        std::size_t have = 0;
        while (have < bytes.size()) {
            const ssize_t got = pread(fd_, bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            have += static_cast<std::size_t>(got);
        }
        bytes.resize(have);
        return bytes;
    }

private:
    int fd_;
};

/// `NAME=value`, ours and these, which replace ours.
std::vector<std::string> environment_with(const std::map<std::string, std::string>& variables)
{
    std::vector<std::string> lines;
    for (char** line = environ; *line != nullptr; ++line) {
        const std::string text = *line;
        if (!variables.contains(text.substr(0, text.find('=')))) lines.push_back(text);
    }
    for (const auto& [name, value] : variables) lines.push_back(name + '=' + value);
    return lines;
}

/// Waits for the end of the process, at most until `deadline`.
bool ended_before(pid_t pid, std::chrono::steady_clock::time_point deadline)
{
    const int fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (fd < 0) return true;  // an old kernel: wait without a deadline
    bool ended = false;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd wait{fd, POLLIN, 0};
        const int ready = poll(&wait, 1, static_cast<int>(std::max<long long>(0, left.count())));
        if (ready < 0 && errno == EINTR) continue;
        ended = ready > 0;
        break;
    }
    close(fd);
    return ended;
}

}  // namespace

Ended run_ours(const std::vector<std::string>& argv, std::span<const std::byte> input, double wall_s, const std::vector<int>& more,
               const std::map<std::string, std::string>& variables)
{
    MemoryFile in("stdin"), out("stdout"), errors("stderr");
    in.fill(input);

    std::vector<char*> words;
    for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    std::vector<std::string> settings = environment_with(variables);
    std::vector<char*> environment;
    for (std::string& setting : settings) environment.push_back(setting.data());
    environment.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.fd(), 0);
    posix_spawn_file_actions_adddup2(&actions, out.fd(), 1);
    posix_spawn_file_actions_adddup2(&actions, errors.fd(), 2);
    std::vector<Fd> aside;                                    // none of them is a number that is about to be given away
    for (const int fd : more) aside.emplace_back(fcntl(fd, F_DUPFD_CLOEXEC, 64));
    for (std::size_t i = 0; i < aside.size(); ++i) posix_spawn_file_actions_adddup2(&actions, aside[i].get(), 3 + int(i));
    pid_t pid = -1;
    const int error = posix_spawn(&pid, words[0], &actions, nullptr, words.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    aside.clear();
    if (error != 0)
        throw GraderFault({fmt::format("{} cannot be started: {}", argv[0], std::strerror(error)), "",
                           "build again: ninja -C build"});

    Ended ended;
    const auto limit = std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(wall_s));
    if (!ended_before(pid, std::chrono::steady_clock::now() + limit)) {
        ended.timed_out = true;
        kill(pid, SIGKILL);
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) ended.exit = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
    ended.output = out.content();
    ended.errors = errors.content();
    return ended;
}

}  // namespace halo::grader
