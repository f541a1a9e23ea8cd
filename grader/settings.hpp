#pragma once

#include <cstdint>
#include <string>

namespace halo::grader {

/// Limits and rounds. A verdict holds for these settings only: they are part of its key.
struct Settings {
    double compile_cpu_s = 20;   ///< processor time, all processes together
    std::uint64_t compile_memory_mib = 1536;
    double run_cpu_s = 40;       ///< the engine stops an endless kernel itself, sooner
    std::uint64_t run_memory_mib = 1024;
    int rounds = 2;
    bool sandboxed = true;

    /// For what sleeps. Much wider, since a busy machine lets the wall clock run on while a job waits for a processor.
    static double wall_s(double cpu_s) { return 3 * cpu_s; }

    std::string text() const;
};

}  // namespace halo::grader
