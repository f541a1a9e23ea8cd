#pragma once
// Executes a command line: translates, compiles and links the sources.

#include "command_line.hpp"

namespace halo::cucc {

/// 0: built; else the exit code of the step that refused the source, which has printed why. Throws Fault if something is
/// missing.
int build(CommandLine line);

}  // namespace halo::cucc
