#pragma once
// Walks with the mistakes that a chain invites. Each is timed for `steps` steps; the tests must see that it took others.

#include <vector>

#include "latencies/walks.hpp"

namespace halo::ladder {

Walked stops_a_step_early(const std::vector<unsigned>& next, unsigned start, unsigned steps);
Walked does_not_wait(const std::vector<unsigned>& next, unsigned start, unsigned steps);        // reads the nodes in their order: no load needs the last one's result

}  // namespace halo::ladder
