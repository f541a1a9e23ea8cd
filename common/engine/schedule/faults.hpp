#pragma once
// Signals that a kernel raises on the CPU: they become findings, and the program goes on.

#include <signal.h>

#include <cstddef>

namespace halo::engine {

/// Once for the process, before the first kernel.
void catch_faults();
/// While one lives, the calling host thread handles faults here: a full stack cannot hold the handler of its own overflow.
class HandlerStack {
public:
    /// `memory`: of kBytes.
    explicit HandlerStack(char* memory);
    ~HandlerStack();
    HandlerStack(const HandlerStack&) = delete;
    HandlerStack& operator=(const HandlerStack&) = delete;

    static constexpr std::size_t kBytes = 64 * 1024;

private:
    stack_t before_{};
};

/// Sent to a host thread whose kernel neither ends nor comes by the engine.
int interrupt_signal();

}  // namespace halo::engine
