#include "student/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "student/fault.hpp"

namespace halo::student {
namespace {

constexpr int kGraceTicks = 200;        // of 10 ms, between an interrupt and SIGKILL

volatile std::sig_atomic_t interrupt = 0;

void remember(int signal) { interrupt = signal; }

std::string_view name_of(std::string_view variable) { return variable.substr(0, variable.find('=')); }

std::vector<char*> pointers(const std::vector<std::string>& words)
{
    std::vector<char*> out;
    for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
    return out;
}

std::vector<char*> environment_with(const std::vector<std::string>& variables)
{
    std::vector<char*> out = pointers(variables);
    for (char** one = environ; *one != nullptr; ++one) {
        bool replaced = false;
        for (const std::string& variable : variables) replaced |= name_of(variable) == name_of(*one);
        if (!replaced) out.push_back(*one);
    }
    out.push_back(nullptr);
    return out;
}

/// `out` and `err` become its standard output and error; -1 leaves those of this program. Returns -1 if it could not be started.
pid_t started(const Command& command, int out, int err)
{
    std::vector<char*> argv = pointers(command.words);
    argv.push_back(nullptr);
    std::vector<char*> environment = environment_with(command.variables);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (out >= 0) posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (err >= 0) posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    pid_t child = -1;
    const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? child : -1;
}

/// Passes a request to end on to the child. Ctrl-C in a terminal reaches the child by itself.
void pass_on(pid_t child)
{
    if (interrupt != SIGINT) kill(child, SIGTERM);
}

/// Waits for the child to end. After an interrupt it has two seconds.
int ended(pid_t child)
{
    int status = 0, ticks = 0;
    while (waitpid(child, &status, interrupt != 0 ? WNOHANG : 0) != child) {
        if (interrupt == 0) continue;           // EINTR of another signal
        if (ticks == 0) pass_on(child);
        if (++ticks == kGraceTicks) kill(child, SIGKILL);
        pause_ms(10);
    }
    check_interrupt();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Reads until all writers have closed it, or until an interrupt.
std::string drained(int in, const std::function<void(std::string_view)>& seen)
{
    std::string text;
    std::array<char, 65536> buffer;
    while (interrupt == 0) {
        const ssize_t n = read(in, buffer.data(), buffer.size());
        if (n > 0) {
            text.append(buffer.data(), std::size_t(n));
            if (seen) seen({buffer.data(), std::size_t(n)});
        } else if (n == 0 || errno != EINTR) break;
    }
    return text;
}

}  // namespace

void catch_interrupts()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) continue;         // nohup
        struct sigaction action {};
        action.sa_handler = remember;                       // no SA_RESTART: an interrupt ends read() and waitpid()
        sigaction(signal, &action, nullptr);
    }
}

void check_interrupt()
{
    if (interrupt != 0) throw Interrupted{};
}

void pause_ms(int milliseconds)
{
    const timespec time{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
    nanosleep(&time, nullptr);
}

int run(const Command& command)
{
    check_interrupt();
    const pid_t child = started(command, -1, -1);
    return child < 0 ? 127 : ended(child);
}

Ended capture(const Command& command, bool errors, const std::function<void(std::string_view)>& seen)
{
    check_interrupt();
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return {127};
    const pid_t child = started(command, ends[1], errors ? ends[1] : -1);
    close(ends[1]);
    std::string out = drained(ends[0], seen);
    close(ends[0]);
    return child < 0 ? Ended{127, std::move(out)} : Ended{ended(child), std::move(out)};
}

bool in_path(const std::string& name)
{
    const char* path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
        if (access((std::string(folder) + "/" + name).c_str(), X_OK) == 0) return true;
    }
    return false;
}

}  // namespace halo::student
