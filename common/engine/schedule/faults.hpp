#pragma once
// Signals that a kernel raises on the CPU become findings, and the program continues.

#include <signal.h>

#include <cstddef>

namespace halo::engine {

/// Installs the handlers. Called once per process, before the first kernel.
void catch_faults();
/// During its lifetime, the calling host thread handles faults on this stack: after an overflow, a full stack has no room
/// for the handler.
class HandlerStack {
public:
    /// `memory`: kBytes bytes.
    explicit HandlerStack(char* memory);
    ~HandlerStack();
    HandlerStack(const HandlerStack&) = delete;
    HandlerStack& operator=(const HandlerStack&) = delete;

    static constexpr std::size_t kBytes = 64 * 1024;

private:
    stack_t before_{};
};

/// Sent to a host thread whose kernel neither ends nor calls the engine.
int interrupt_signal();

}  // namespace halo::engine
