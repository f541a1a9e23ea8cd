#pragma once

#include "doctor/system.hpp"

#include <iosfwd>
#include <string>
#include <vector>

/// `grader doctor`: can this machine grade? If not, the exact fix.
namespace halo::grader::doctor {

struct Check {
    enum Status { ok, warn, fail } status = ok;
    std::string name;           ///< "compiler", "user", "bubblewrap", "seccomp", "sandbox", "memory", "processor", "card", "cluster", "similarity"
    std::string message;        ///< one line if ok, else three: headline, where, try
    std::string repair;         ///< commands for a root shell, one per line; "" if `try` says everything
};

std::vector<Check> diagnose(const System& system);

/// Why bubblewrap failed on this machine, and the fix, from its output. Always a failed check named "sandbox".
Check explain_sandbox_failure(const System& system, const std::string& printed);

enum class Show { everything, problems };

/// Diagnoses this machine and prints everything, or only what is not in order: nothing if all is.
/// 0: can grade (warnings are allowed); 2: cannot.
int print_doctor(std::ostream& out, Show show = Show::everything);
int print_doctor(std::ostream& out, const System& system, Show show = Show::everything);

}  // namespace halo::grader::doctor
