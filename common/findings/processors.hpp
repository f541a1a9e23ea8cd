#pragma once
// How many threads are worth starting.

#include <string_view>

namespace halo {

/// Processors that the calling thread and those that it starts may use, at least 1: those of its affinity, and no more than a container's
/// quota of time. std::thread::hardware_concurrency() counts all that the machine has.
unsigned usable_processors();

/// Processors that a control group's `cpu.max` allows (`200000 100000`: 200 ms in each 100 ms), rounded up; 0: no limit, or not understood.
unsigned processors_of_quota(std::string_view cpu_max);

}  // namespace halo
