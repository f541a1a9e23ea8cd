#pragma once
// Which line of the program called a function of the CUDA API: found from the return addresses on the host's stack, only when needed.

#include <cstdint>
#include <vector>

#include "findings/finding.hpp"

namespace halo::engine {

/// Of the calling host thread, innermost first.
std::vector<std::uintptr_t> return_addresses();

/// The first line that is neither in the engine nor in its headers; line 0: none is known.
Place place_of_call(const std::vector<std::uintptr_t>& addresses);

}  // namespace halo::engine
