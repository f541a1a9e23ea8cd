#pragma once
// Signals that a kernel raises on the CPU: they become findings, and the program goes on.

namespace halo::cpu {

/// Once for the process, before the first kernel.
void catch_faults();
/// Once for each host thread that runs kernels: a full stack cannot hold the handler of its own overflow.
void give_fault_handler_a_stack();

/// Sent to a host thread whose kernel neither ends nor comes by the engine.
int interrupt_signal();

}  // namespace halo::cpu
