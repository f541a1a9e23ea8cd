#pragma once
// One job in the sandbox, and what it means if something outside of it ended it.

#include <exception>
#include <string>

#include "sandbox/sandbox.hpp"
#include "sandbox/usage.hpp"

namespace halo::grader::sandbox {

/// Limits count processor time; the wall clock stops jobs that sleep. But a job that shares the machine may also have spent that
/// time waiting for a processor, and whatever else is short or kills processes may be the others' doing. A job that runs alone
/// has no such excuse.
enum class Sharing { with_others, alone };

/// The wall clock, a shortage or a kill from outside ended a job that shared the machine, and that may be the others' doing: run it again, alone.
struct Disturbed : std::exception {
    const char* what() const noexcept override { return "ended from outside while other jobs ran"; }
};

/// Adds to usage(). Throws Disturbed as above, and GraderFault if the sandbox failed without others around.
Outcome run_job(const Job& job, const Confinement& confinement, Sharing sharing, Stage stage);

/// May other jobs have ended it so? A job that slept or waited for itself would have done so alone, too.
bool may_be_disturbed(const Outcome& outcome);

/// For a verdict that rests on the wall clock: that the job slept, or what else kept the machine busy; empty if little did.
std::string why_so_long(const Outcome& outcome);

}  // namespace halo::grader::sandbox
