#pragma once
// Times functions on this machine's card: compiled on all cores, then timed one after the other.

#include "doctor/system.hpp"
#include "speed/request.hpp"

namespace halo::grader {

/// Without a card that can be used, says why in `card.why`. Throws GraderFault if it cannot begin.
CardUse time_here(const TimingRequest& request, const TakeTiming& take, const System& system = this_machine());

}  // namespace halo::grader
