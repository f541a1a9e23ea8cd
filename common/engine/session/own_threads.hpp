#pragma once
// The engine's own threads, as the program sees them: not at all.

#include <pthread.h>
#include <signal.h>

#include <initializer_list>

namespace halo::engine {

/// While it lives, threads that are started get no signal that is sent to the process: the program's handlers run on its own threads.
/// Signals of what a thread does itself, a crash or a write to a closed pipe, still reach it, and so does `also`.
class StartsOwnThreads {
public:
    explicit StartsOwnThreads(int also = 0)
    {
        sigset_t blocked;
        sigfillset(&blocked);
        for (const int own : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT, SIGPIPE, SIGXFSZ}) sigdelset(&blocked, own);
        if (also != 0) sigdelset(&blocked, also);
        pthread_sigmask(SIG_SETMASK, &blocked, &before_);
    }
    ~StartsOwnThreads() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    StartsOwnThreads(const StartsOwnThreads&) = delete;
    StartsOwnThreads& operator=(const StartsOwnThreads&) = delete;

private:
    sigset_t before_;
};

}  // namespace halo::engine
