#pragma once
// The object gate, from outside: what the compiler made of a submission is checked before it is linked.

#include <optional>
#include <string>

#include "gate/refusal.hpp"
#include "machine/errors.hpp"
#include "sandbox/job.hpp"

namespace halo::grader::judging {

/// The three lines of a refusal; `file` is the submission's name.
Message refused_by_gate(const gate::Refusal& refusal, const std::string& file);

/// Runs /kit/bin/halo-gate on /out/student.o in the sandbox. `kit` and `output` are the folders with these files. nullopt if the object
/// may be linked, else the first reason not to. Throws as run_job does.
std::optional<Message> gate_object(const sandbox::Bind& kit, const std::filesystem::path& output, const std::string& file,
                                   const sandbox::Confinement& confinement, sandbox::Sharing sharing);

}  // namespace halo::grader::judging
