#pragma once
// What a timer said.

#include <string_view>
#include <vector>

#include "record/timing.hpp"

namespace halo::grader::speed {

/// Of the line that a lab's timer printed. Throws UnreadableTiming: then the timer is at fault.
record::Timing timing_of(std::string_view line);

/// Of contests of one function that were all timed.
record::Timing mean_of(const std::vector<record::Timing>& contests);

}  // namespace halo::grader::speed
