#pragma once
// Times functions on this machine's card: compiled on all cores, then timed one after the other.

#include "doctor/system.hpp"
#include "speed/request.hpp"

namespace halo::grader::speed {

/// Without a card that can be used, says why in `card.why`. Throws GraderFault if it cannot begin.
CardUse time_here(const TimingRequest& request, const TakeTiming& take, const doctor::System& system = doctor::this_machine());

}  // namespace halo::grader::speed
