#pragma once
// `cucc run`: a program with the engine's settings as options.

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

/// The words behind `run`. What follows the program's name is the program's.
RunLine parse_run(const std::vector<std::string>& words);

/// The exit code of the program, 128 + signal if one ended it; of the build, if that failed. Throws Fault.
int run_program(const RunLine& line);

extern const char* const kRunHelp;

}  // namespace halo::cucc
