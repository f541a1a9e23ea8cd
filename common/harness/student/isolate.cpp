#include "harness/student/isolate.hpp"

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

Pipe::Pipe()
{
    if (pipe(ends) != 0) throw std::runtime_error("cannot create a pipe for a test's process");
}

Pipe::~Pipe()
{
    close_end(0);
    close_end(1);
}

void Pipe::close_end(int end)
{
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
}

Isolation::Isolation(const std::function<void(const Sink&)>& child)
{
    std::cout.flush();
    std::fflush(nullptr);           // or the child would print it again

    id_ = fork();
    if (id_ < 0) throw std::runtime_error("cannot create a process for a test");
    if (id_ == 0) {
        response_.close_end(0);
        prints_.close_end(0);
        print_to(prints_.ends[1]);
        prints_.close_end(1);
        child([&](std::string_view bytes) {
            mark_prints();
            write_all(response_.ends[1], bytes);
        });
        std::cout.flush();
        std::fflush(nullptr);
        _exit(0);
    }
    response_.close_end(1);
    prints_.close_end(1);
}

Isolation::~Isolation()
{
    if (id_ < 0) return;
    kill(id_, SIGKILL);
    take_status();
}

int Isolation::take_status()
{
    int status = 0;
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {}
    id_ = -1;
    return status;
}

Isolated Isolation::wait(unsigned seconds)
{
    Isolated result;
    Prints printed;
    const bool in_time = read_until(Clock::now() + std::chrono::seconds(seconds),
                                    {response_, [&](std::string_view bytes) { result.response += bytes; }},
                                    {prints_, [&](std::string_view bytes) { printed.add(bytes); }});
    result.printed = printed.by_call();
    if (!in_time) kill(id_, SIGKILL);
    const int status = take_status();
    result.ended = !in_time              ? "timeout"
                   : WIFSIGNALED(status) ? "signal:" + std::to_string(WTERMSIG(status))
                                         : "exit:" + std::to_string(WEXITSTATUS(status));
    return result;
}

Isolated run_isolated(const std::function<void(const Sink&)>& child, unsigned seconds) { return Isolation(child).wait(seconds); }

Isolated run_isolated(const Lab& lab, const Request& request, unsigned seconds)
{
    return run_isolated([&](const Sink& sink) { run(lab, request, sink); }, seconds);
}

}  // namespace halo::lab
