#pragma once
// What a command line asks for, done: sources translated, compiled and linked.

#include "command_line.hpp"

namespace halo::cucc {

/// 0: built; else the exit code of what refused the source, which has said why. Throws Fault if something is missing.
int build(CommandLine line);

}  // namespace halo::cucc
