#pragma once
// What each line of one kernel did.

#include <cstdint>
#include <vector>

#include "findings/line_traffic.hpp"

namespace halo::engine {

/// As line_traffic(), of the kernel with this number.
std::vector<LineTraffic> lines_of_kernel(std::uint32_t kernel);

}  // namespace halo::engine
