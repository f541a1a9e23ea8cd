#include "harness/isolate.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string_view>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace halo::lab {

namespace {

using Clock = std::chrono::steady_clock;

/// A pipe, both ends of which are closed at the end.
struct Pipe {
    int ends[2] = {-1, -1};
    Pipe()
    {
        if (pipe(ends) != 0) throw std::runtime_error("cannot create a pipe for a test's process");
    }
    ~Pipe()
    {
        close_end(0);
        close_end(1);
    }
    void close_end(int end)
    {
        if (ends[end] >= 0) close(ends[end]);
        ends[end] = -1;
    }
};

/// Passes on what arrives until the other end is closed.
struct Source {
    Pipe& pipe;
    std::function<void(std::string_view)> take;

    void read_some()
    {
        char piece[65536];
        const ssize_t got = read(pipe.ends[0], piece, sizeof piece);
        if (got > 0) take({piece, std::size_t(got)});
        else if (got == 0 || errno != EINTR) pipe.close_end(0);
    }
};

/// Reads until the other ends of both are closed or time is up; false if time was up.
bool read_until(Clock::time_point deadline, Source response, Source prints)
{
    while (response.pipe.ends[0] >= 0 || prints.pipe.ends[0] >= 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return false;
        pollfd waiting[] = {{response.pipe.ends[0], POLLIN, 0}, {prints.pipe.ends[0], POLLIN, 0}};     // -1 is left out
        if (poll(waiting, 2, int(left)) <= 0) continue;
        if (waiting[0].revents != 0) response.read_some();
        if (waiting[1].revents != 0) prints.read_some();
    }
    return true;
}

/// In the child: everything that it prints goes there, line by line, so that a crash loses nothing.
void print_to(int fd)
{
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

/// A call begins or ends.
void mark_prints()
{
    std::cout.flush();
    std::fflush(nullptr);
    write_all(STDOUT_FILENO, {&Prints::kMark, 1});
}

}  // namespace

Isolated run_isolated(const std::function<void(const Sink&)>& child, unsigned seconds)
{
    Pipe response, prints;
    std::cout.flush();
    std::fflush(nullptr);           // or the child would print it again

    const pid_t id = fork();
    if (id < 0) throw std::runtime_error("cannot create a process for a test");
    if (id == 0) {
        response.close_end(0);
        prints.close_end(0);
        print_to(prints.ends[1]);
        prints.close_end(1);
        child([&](std::string_view bytes) {
            mark_prints();
            write_all(response.ends[1], bytes);
        });
        std::cout.flush();
        std::fflush(nullptr);
        _exit(0);
    }
    response.close_end(1);
    prints.close_end(1);

    Isolated result;
    Prints printed;
    const bool in_time = read_until(Clock::now() + std::chrono::seconds(seconds),
                                    {response, [&](std::string_view bytes) { result.response += bytes; }},
                                    {prints, [&](std::string_view bytes) { printed.add(bytes); }});
    result.printed = printed.by_call();
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
