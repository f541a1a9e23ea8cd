#pragma once
// Which line of the program called a function of the CUDA API: found from the return addresses on the host's stack, only when needed.

#include <cstdint>
#include <string>
#include <vector>

#include "findings/finding.hpp"

namespace halo::engine {

/// Of the calling host thread, innermost first.
std::vector<std::uintptr_t> return_addresses();

struct Caller {
    Place at;               ///< the first line that is neither in the engine nor in its headers; line 0: none is known
    std::string function;   ///< of the CUDA API, that it calls: `cudaMemcpy`; empty: not known
};
Caller caller_of(const std::vector<std::uintptr_t>& addresses);

}  // namespace halo::engine
