#pragma once

#include <cstdint>
#include <string>

namespace halo::grader::judging {

/// Limits and rounds. A verdict is valid for these settings only: they are part of its key.
struct Settings {
    double compile_cpu_s = 20;   ///< processor time, all processes together
    std::uint64_t compile_memory_mib = 1536;
    double run_cpu_s = 40;       ///< the engine stops an endless kernel earlier, by itself
    std::uint64_t run_memory_mib = 1024;
    int rounds = 2;
    bool sandboxed = true;

    /// Stops jobs that sleep. Much longer, since on a busy machine a job may wait for a processor while the wall clock runs.
    static double wall_s(double cpu_s) { return 3 * cpu_s; }

    /// Of the functions after one that slept until the wall clock stopped it: for so long in all they may sleep. What computes never meets this limit.
    static double asleep_s(double cpu_s) { return cpu_s / 4; }

    std::string text() const;
};

}  // namespace halo::grader::judging
