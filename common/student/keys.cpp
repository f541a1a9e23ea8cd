#include "student/keys.hpp"

#include <array>
#include <cerrno>
#include <csignal>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "student/screen.hpp"

namespace halo::student {
namespace {

// Signal handlers use these: nothing but flags and system calls that are safe there.
termios as_before {}, by_key {};
volatile std::sig_atomic_t grabbed = 0, redraw = 0;

void take() { tcsetattr(STDIN_FILENO, TCSADRAIN, &by_key); }
void give_back()
{
    if (grabbed != 0) tcsetattr(STDIN_FILENO, TCSADRAIN, &as_before);
}

/// A program in the background may not change the terminal: it would be stopped for that.
bool in_foreground() { return tcgetpgrp(STDIN_FILENO) == getpgrp(); }

void on_death(int signal)
{
    give_back();
    std::signal(signal, SIG_DFL);
    raise(signal);
}

void on_resize(int) { redraw = 1; }

/// After `fg`, and after SIGSTOP, which no program can prepare for. The shell has given the terminal its own settings meanwhile.
void on_continue(int)
{
    const int kept = errno;
    if (grabbed != 0 && in_foreground()) take();
    redraw = 1;
    errno = kept;
}

void on_stop(int)
{
    const int kept = errno;
    give_back();
    struct sigaction handled {
    }, usual{};
    usual.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &usual, &handled);
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    raise(SIGTSTP);                                     // pending until it is unblocked
    sigprocmask(SIG_UNBLOCK, &stop, &before);           // here it stops
    sigprocmask(SIG_SETMASK, &before, nullptr);
    sigaction(SIGTSTP, &handled, nullptr);
    if (grabbed != 0 && in_foreground()) take();        // nobody waits for this program to stop: the signal was dropped
    redraw = 1;
    errno = kept;
}

void handle(int signal, void (*handler)(int))
{
    struct sigaction action {};
    sigemptyset(&action.sa_mask);
    action.sa_handler = handler;                        // no SA_RESTART: it ends poll()
    // On Ctrl-Z make may stop first, and the shell take the terminal back: a program in the background may still restore it if it
    // blocks this signal.
    sigaddset(&action.sa_mask, SIGTTOU);
    sigaction(signal, &action, nullptr);
}

}  // namespace

bool interactive() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && screen().clears; }

Keys::Keys()
{
    tcgetattr(STDIN_FILENO, &as_before);
    by_key = as_before;
    by_key.c_lflag &= ~tcflag_t(ICANON | ECHO);
    by_key.c_cc[VMIN] = 1;
    by_key.c_cc[VTIME] = 0;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT}) handle(signal, on_death);
    handle(SIGWINCH, on_resize);
    handle(SIGCONT, on_continue);
    handle(SIGTSTP, on_stop);
    grab();
}

Keys::~Keys() { release(); }

void Keys::release()
{
    give_back();
    grabbed = 0;
}

void Keys::grab()
{
    grabbed = 1;
    take();
}

std::string Keys::pressed()
{
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, 0) <= 0) return {};
    std::array<char, 64> buffer;
    const ssize_t n = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) return {};
    if (n <= 0) return {kCtrlD};
    return buffer[0] == kEscape && n > 1 ? std::string{} : std::string(buffer.data(), std::size_t(n));
}

bool Keys::must_redraw()
{
    const bool must = redraw != 0;
    redraw = 0;
    return must;
}

}  // namespace halo::student
