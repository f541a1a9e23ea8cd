#pragma once

#include "sandbox/sandbox.hpp"

#include <string>
#include <vector>

/// Command lines; internal to the sandbox.
namespace halo::grader::sandbox {

/// Descriptors of the process that is started. The job's program has 0 to 3.
enum : int { kResultFd = 3, kReportFd = 4, kFilterFd = 5, kStubFd = 6, kFirstFreeFd = 7 };

/// The stub with its limits, and the program.
std::vector<std::string> stub_command(const std::string& stub, const Limits& limits, std::uint64_t other_processes,
                                      const std::vector<std::string>& program);

/// Bubblewrap with everything that the job may see; the stub and the filter are passed as descriptors.
std::vector<std::string> bwrap_command(const Job& job, const Confinement& confinement);

/// The program's environment as "NAME=value".
std::vector<std::string> environment(const Job& job);

/// `text` with inside paths replaced by host paths: see Bind.
std::string on_host(const Job& job, const std::string& text);

/// RLIMIT_DATA of one process: well above the job's memory, since it also counts memory that is reserved and never
/// touched (32 threads reserve 256 MiB of stacks). The memory limiter counts what is touched. 0: no limit, as under AddressSanitizer.
std::uint64_t data_bytes(const Limits& limits);

/// CPU seconds of one process: a second line of defence, since the sum over all processes is bounded more tightly.
std::uint64_t cpu_seconds(const Limits& limits);

}  // namespace halo::grader::sandbox
