#pragma once
// One job in the sandbox, and what it means if the wall clock stopped it.

#include <exception>

#include "sandbox/sandbox.hpp"

namespace halo::grader {

/// Limits count processor time; the wall clock stops jobs that sleep. But a job that shares the machine may also have spent that
/// time waiting for a processor, which is not its fault. A job that runs alone has no such excuse.
enum class Sharing { with_others, alone };

/// The wall clock stopped a job that shared the machine: run it again, alone.
struct StoppedByWallClock : std::exception {
    const char* what() const noexcept override { return "stopped by the wall clock while other jobs ran"; }
};

/// Throws GraderFault if the sandbox failed, StoppedByWallClock as above.
sandbox::Outcome run_job(const sandbox::Job& job, const sandbox::Policy& policy, Sharing sharing);

}  // namespace halo::grader
