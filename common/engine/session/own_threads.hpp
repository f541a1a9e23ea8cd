#pragma once
// The engine's own threads, as the program sees them: not at all.

#include <pthread.h>
#include <signal.h>

#include <initializer_list>

namespace halo::engine {

/// While it lives, threads that are started take only the signals `taken`, from their first instruction: the program's handlers run on its
/// own threads, and whoever reports what a signal ends is not stopped by one. A thread that crashes ends the program nevertheless.
class StartsOwnThreads {
public:
    explicit StartsOwnThreads(std::initializer_list<int> taken = {})
    {
        sigset_t blocked;
        sigfillset(&blocked);
        for (const int one : taken) sigdelset(&blocked, one);
        pthread_sigmask(SIG_SETMASK, &blocked, &before_);
    }
    ~StartsOwnThreads() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    StartsOwnThreads(const StartsOwnThreads&) = delete;
    StartsOwnThreads& operator=(const StartsOwnThreads&) = delete;

private:
    sigset_t before_;
};

}  // namespace halo::engine
