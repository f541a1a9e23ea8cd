#include "harness/isolate.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string_view>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace halo::lab {

namespace {

using Clock = std::chrono::steady_clock;

/// Reads until the other end is closed or time is up; false if time was up.
bool read_until(int fd, Clock::time_point deadline, std::string& bytes)
{
    char piece[65536];
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return false;
        pollfd waiting{fd, POLLIN, 0};
        if (poll(&waiting, 1, int(left)) <= 0) continue;
        const ssize_t got = read(fd, piece, sizeof piece);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        bytes.append(piece, std::size_t(got));
    }
}

}  // namespace

Isolated run_isolated(const std::function<void(const Sink&)>& child, unsigned seconds)
{
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("cannot create a pipe for a test's process");
    std::cout.flush();
    std::fflush(nullptr);           // or the child would print it again

    const pid_t id = fork();
    if (id < 0) throw std::runtime_error("cannot create a process for a test");
    if (id == 0) {
        close(ends[0]);
        child([&](std::string_view bytes) { write_all(ends[1], bytes); });
        std::cout.flush();
        std::fflush(nullptr);
        _exit(0);
    }
    close(ends[1]);

    Isolated result;
    const bool in_time = read_until(ends[0], Clock::now() + std::chrono::seconds(seconds), result.response);
    close(ends[0]);
    if (!in_time) kill(id, SIGKILL);
    int status = 0;
    while (waitpid(id, &status, 0) < 0 && errno == EINTR) {}

    result.ended = !in_time              ? "timeout"
                   : WIFSIGNALED(status) ? "signal:" + std::to_string(WTERMSIG(status))
                                         : "exit:" + std::to_string(WEXITSTATUS(status));
    return result;
}

Isolated run_isolated(const Lab& lab, const Request& request, unsigned seconds)
{
    return run_isolated([&](const Sink& sink) { run(lab, request, sink); }, seconds);
}

}  // namespace halo::lab
