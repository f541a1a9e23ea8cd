#pragma once
// Runs one of our own programs. A student's program never runs here, only in the sandbox.

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace halo::grader {

struct Ended {
    int exit = -1;         ///< -1: by a signal, or it never started
    int signal = 0;
    bool timed_out = false;
    std::string output;    ///< stdout
    std::string errors;    ///< stderr
};

/// Starts argv[0] with `input` on stdin, waits at most `wall_s` seconds, then kills it. `more` are descriptors that become 3, 4, …, `variables` are added
/// to its environment. Throws GraderFault if it cannot be started.
Ended run_ours(const std::vector<std::string>& argv, std::span<const std::byte> input, double wall_s, const std::vector<int>& more = {},
               const std::map<std::string, std::string>& variables = {});

}  // namespace halo::grader
