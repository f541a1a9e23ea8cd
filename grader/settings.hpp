#pragma once

#include <cstdint>
#include <string>

namespace halo::grader {

/// Limits and rounds. A verdict holds for these settings only: they are part of its key.
struct Settings {
    double compile_wall_s = 20;
    std::uint64_t compile_memory_mib = 1536;
    double run_wall_s = 40;   ///< the engine stops an endless kernel itself, sooner
    std::uint64_t run_memory_mib = 1024;
    int rounds = 2;
    bool sandboxed = true;

    std::string text() const;
};

}  // namespace halo::grader
