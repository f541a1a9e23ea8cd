#pragma once

#include "sandbox/sandbox.hpp"

#include <string>

/// From what was seen to what happened; internal to the sandbox.
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

/// What we saw from outside.
struct Evidence {
    Report        report;
    bool          wall_clock = false;       ///< we killed it at the wall clock
    bool          cpu_spent  = false;       ///< we killed it when all its processes together had used their time
    bool          overflow   = false;       ///< we killed it for too much output
    bool          watchdog   = false;       ///< we killed it for memory
    std::uint64_t oom_kills  = 0;           ///< the kernel killed processes of its group
    std::uint64_t peak_bytes = 0;           ///< of all its processes; 0 if unknown
    double        cpu_ms     = 0;           ///< likewise
    std::uint64_t static_bytes = 0;         ///< of the program file's writable segments, see static_bytes()
    int           launcher_status = 0;      ///< of bubblewrap or, without it, of the stub
};

/// Sets how, code, text, started, user_ms, sys_ms and max_rss_bytes; reads stderr_text.
void judge(const Job& job, const Policy& policy, const Evidence& evidence, Outcome& outcome);

/// What an ELF program's global variables take. 0 if it is no such file.
std::uint64_t static_bytes(const std::string& program);

/// Three lines for a bubblewrap that could not set up, from what it printed.
std::string set_up_failure(const std::string& printed);

}  // namespace halo::grader::sandbox
