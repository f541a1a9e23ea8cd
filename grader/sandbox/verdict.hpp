#pragma once

#include "sandbox/sandbox.hpp"

#include <string>

/// Decides how a job ended from what was observed; internal to the sandbox.
namespace halo::grader::sandbox {

/// What the stub reported.
struct Report {
    bool   started = false;
    bool   ended   = false;
    int    status  = 0;         ///< as from wait()
    int    exec_error = 0;      ///< errno, if the program could not be started
    double user_ms = 0, sys_ms = 0;
    std::uint64_t max_rss_bytes = 0;
};
Report parse_report(const std::string& text);

/// What was observed from outside.
struct Evidence {
    Report        report;
    bool          wall_clock = false;       ///< we killed it at the wall clock
    bool          sleep      = false;       ///< we killed it when it had slept as long as it may
    bool          cpu_spent  = false;       ///< we killed it when its processes together had used up their time
    bool          overflow   = false;       ///< we killed it for too much output
    bool          watchdog   = false;       ///< we killed it for memory
    std::uint64_t oom_kills  = 0;           ///< the kernel killed processes of its group
    std::uint64_t peak_bytes = 0;           ///< of all its processes; 0 if unknown
    double        cpu_ms     = 0;           ///< also of all its processes
    double        asleep_ms  = 0;           ///< for how long none of them wanted a processor
    std::uint64_t static_bytes = 0;         ///< of the program file's writable segments, see static_bytes()
    int           launcher_status = 0;      ///< of bubblewrap or, without it, of the stub
};

/// Sets how, code, text, started, user_ms, sys_ms and max_rss_bytes; reads stderr_text.
void judge(const Job& job, const Confinement& confinement, const Evidence& evidence, Outcome& outcome);

/// The size of an ELF program's global variables; 0 for other files.
std::uint64_t static_bytes(const std::string& program);

/// The three-line message for a bubblewrap that could not set up, from its output.
std::string set_up_failure(const std::string& printed);

}  // namespace halo::grader::sandbox
