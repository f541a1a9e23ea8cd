#pragma once
// The host threads of the engine: those that run blocks, and one that stops a launch that does not end.

#include "engine/schedule/run.hpp"

namespace halo::engine {

/// Returns when none runs blocks of this launch any more.
void run_on_host_threads(Run& run, unsigned threads);

}  // namespace halo::engine
