#pragma once
// What the grader finds out about the machine it runs on. Tests replace it with simulated machines.

#include "sandbox/sandbox.hpp"

#include <optional>
#include <string>
#include <vector>

namespace halo::grader::doctor {

struct CommandResult {
    int         status = 127;   ///< exit code; 127: no such program
    std::string output;         ///< stdout and stderr
};

/// What a diagnosis reads. The tests replace it with simulated machines.
class System {
public:
    virtual ~System() = default;
    /// Content of a small file; nullopt if it is absent or unreadable.
    virtual std::optional<std::string> read(const std::string& path) const = 0;
    virtual CommandResult command(const std::vector<std::string>& argv) const = 0;
    virtual bool is_root() const = 0;
    /// "" if a trial job ran in the sandbox as the ordinary user, else the text of its failure.
    virtual std::string sandbox_trial() const = 0;
    virtual std::optional<sandbox::User> ordinary_user() const = 0;
    virtual sandbox::MemoryLimiter memory_limiter() const = 0;
};

const System& this_machine();

}  // namespace halo::grader::doctor
