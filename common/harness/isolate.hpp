#pragma once
// Runs a request in its own process, so that a crash is a result and not the end.

#include <functional>
#include <string>
#include <vector>

#include "harness/lab.hpp"
#include "harness/prints.hpp"
#include "harness/run.hpp"
#include "harness/wire.hpp"

namespace halo::lab {

struct Isolated {
    std::string response;             ///< everything that arrived
    std::string ended;                ///< `exit:0`, `signal:11`, `timeout`, …
    std::vector<Printed> printed;     ///< by call; on standard output and standard error
};

/// Forks, runs this in the child, and gives it `seconds` of wall-clock time. What it passes to its sink is the response.
Isolated run_isolated(const std::function<void(const Sink&)>& child, unsigned seconds);

/// The same for a request.
Isolated run_isolated(const Lab& lab, const Request& request, unsigned seconds);

}  // namespace halo::lab
