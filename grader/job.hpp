#pragma once
// One job in the sandbox, and what it means that the wall clock stopped it.

#include <exception>

#include "sandbox/sandbox.hpp"

namespace halo::grader {

/// Limits count processor time. The wall clock is for what sleeps; but a job beside others may also have waited for a
/// processor until it struck, which is no fault of its own. Alone it has no such excuse.
enum class Company { beside_others, alone };

/// The wall clock stopped a job that had company: ask again when it is alone.
struct StoppedByWallClock : std::exception {
    const char* what() const noexcept override { return "stopped by the wall clock, beside other jobs"; }
};

/// Throws GraderFault if the sandbox failed, StoppedByWallClock as said above.
sandbox::Outcome run_job(const sandbox::Job& job, const sandbox::Policy& policy, Company company);

}  // namespace halo::grader
