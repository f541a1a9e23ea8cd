#pragma once
// Runs a request in its own process, so that a crash is a result and not the end.

#include <string>

#include "harness/lab.hpp"
#include "harness/wire.hpp"

namespace halo::lab {

struct Isolated {
    std::string response;             ///< everything that arrived
    std::string ended;                ///< `exit:0`, `signal:11`, `timeout`, …
};

/// Forks, and gives the child `seconds` of wall-clock time. What the child prints appears as usual.
Isolated run_isolated(const Lab& lab, const Request& request, unsigned seconds);

}  // namespace halo::lab
