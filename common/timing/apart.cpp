#include "timing/apart.hpp"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include <cuda_runtime.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/check.hpp"
#include "timing/exchange.hpp"

namespace halo::timing {

namespace {

constexpr int kMostMs = 20'000;

/// False if nobody reads, or not in time: a filter can be larger than what a pipe holds.
bool write_in_time(int fd, const std::string& bytes)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t written = write(fd, bytes.data() + at, bytes.size() - at);
        if (written > 0) at += std::size_t(written);
        pollfd room{fd, POLLOUT, 0};
        if (written <= 0 && (errno != EAGAIN || poll(&room, 1, kMostMs) <= 0)) return false;
    }
    return true;
}

}  // namespace

Channel started(const std::vector<std::string>& words)
{
    int requests[2], answers[2];
    if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) throw Gone(std::string("no pipe: ") + std::strerror(errno));
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGPIPE, SIG_DFL);
        if (dup2(requests[0], STDIN_FILENO) >= 0 && dup2(answers[1], STDOUT_FILENO) >= 0) execv(argv[0], argv.data());
        _exit(127);
    }
    close(requests[0]), close(answers[1]);
    if (child < 0) throw Gone(std::string("no process: ") + std::strerror(errno));
    return {requests[1], answers[0], child};
}

Apart::Apart(const Channel& channel, const std::string& function, const lab::CardArrays& arrays) : channel_(channel)
{
    std::string begin;
    append(begin, std::uint64_t(function.size()));
    begin += function;
    append(begin, arrays.size);
    append(begin, std::uint64_t(arrays.device.size()));
    for (std::size_t i = 0; i < arrays.device.size(); ++i) {
        cudaIpcMemHandle_t handle;
        CUDA_CHECK(cudaIpcGetMemHandle(&handle, arrays.device[i]));
        append(begin, handle);
        append(begin, std::uint64_t(arrays.elements[i]));
    }
    append(begin, std::uint64_t(arrays.host.size()));
    ask(begin);
}

Apart::~Apart()
{
    if (channel_.to >= 0) close(channel_.to);           // ends it, if it is honest
    if (channel_.from >= 0) close(channel_.from);
    if (channel_.child <= 0) return;
    for (int waited_ms = 0; waitpid(channel_.child, nullptr, WNOHANG) == 0; waited_ms += 10) {
        if (waited_ms == 1000) kill(channel_.child, SIGKILL);
        usleep(10'000);
    }
}

void Apart::idle() { ask(std::string(1, char(Request::idle))); }

void Apart::call(const lab::CardArrays& arrays)
{
    std::string request(1, char(Request::call));
    for (const std::vector<float>& filter : arrays.host) append_floats(request, filter);
    ask(request);
}

void Apart::ask(const std::string& request)
{
    pollfd early{channel_.from, POLLIN, 0};
    if (poll(&early, 1, 0) > 0 && (early.revents & POLLIN) != 0) throw Gone("the process of the function answers what nobody asked");
    if (!write_in_time(channel_.to, request)) throw Gone("the process of the function has ended");
    pollfd answer{channel_.from, POLLIN, 0};
    if (poll(&answer, 1, kMostMs) <= 0) throw Gone("the function did not end within 20 s");
    char said = 0;
    if (!read_value(channel_.from, said) || said != kDone) throw Gone("the process of the function has ended, or answers something else");
}

}  // namespace halo::timing
