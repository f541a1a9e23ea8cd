#pragma once

#include "sandbox/sandbox.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// `grader doctor`: can this machine grade? If not, the exact fix.
namespace halo::grader {

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

struct Check {
    enum Status { ok, warn, fail } status = ok;
    std::string name;           ///< "compiler", "user", "bubblewrap", "seccomp", "sandbox", "memory", "processor"
    std::string message;        ///< one line if ok, else three: headline, where, try
    std::string repair;         ///< commands for a root shell, one per line; "" if `try` says everything
};

std::vector<Check> diagnose(const System& system);

/// Why bubblewrap failed on this machine, and the fix, from its output. Always a failed check named "sandbox".
Check explain_sandbox_failure(const System& system, const std::string& printed);

/// Diagnoses this machine and prints it. 0: can grade (warnings are allowed); 2: cannot.
int print_doctor(std::ostream& out);
int print_doctor(std::ostream& out, const System& system);

}  // namespace halo::grader
