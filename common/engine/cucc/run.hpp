#pragma once
// `cucc run`: runs a program with the engine's settings as options.

#include <string>
#include <utility>
#include <vector>

namespace halo::cucc {

struct RunLine {
    std::vector<std::pair<std::string, std::string>> variables;   ///< for the program's environment
    std::string program;                                          ///< or a .cu, which is built first
    std::vector<std::string> arguments;                           ///< the program's own
    bool help = false;
    std::string fault, advice;                                    ///< not empty: wrong usage
};

/// `words`: those after `run`. Everything after the program's name is passed to the program.
RunLine parse_run(const std::vector<std::string>& words);

/// Returns the program's exit code, or 128 + the signal that ended it; the build's exit code if that failed. Throws Fault.
int run_program(const RunLine& line);

extern const char* const kRunHelp;

}  // namespace halo::cucc
