#pragma once
// Functions for time, sleeping and aborting.

#include <sched.h>
#include <time.h>    // and clock(), which CUDA declares without an include

/// Nanoseconds, whereas a card counts clock cycles.
inline long long clock64()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

/// Lets other blocks run, for as long as the system likes.
inline void __nanosleep(unsigned) { sched_yield(); }

/// Ends the launch with an error.
[[gnu::always_inline]] inline void __trap() { ::halo_engine::trap(); }
inline void __brkpt() {}
inline void __prof_trigger(int) {}

#define __builtin_assume(condition) (static_cast<void>(0))
#define __assume(condition) (static_cast<void>(0))
