#pragma once
// What the engine tells its caller. Plain C++: no CUDA header is needed to read the results.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "findings/counters.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

/// Forgets findings and counts. Allocations and their contents stay.
void reset_watchers();

/// Sums over all launches since reset_watchers().
Counters counters();

/// One entry per cause since reset_watchers(), worst first, cause before consequence.
std::vector<Finding> findings();

/// Device memory that is allocated now.
struct Allocated {
    std::size_t count = 0;
    std::uint64_t bytes = 0;
};
Allocated allocated();

/// What the engine takes beside device memory and the stacks of CUDA threads.
struct MemoryUse {
    std::size_t thread_bytes = 0;          ///< for each live CUDA thread
    std::size_t host_thread_bytes = 0;     ///< for each host thread that runs blocks, without the shadow of shared memory
    std::uint64_t device_bytes = 0;        ///< device memory that is allocated now
    std::uint64_t shadow_bytes = 0;        ///< who used which word of it; pages that were used
    std::uint64_t page_table_bytes = 0;    ///< whose a page of it is
};
MemoryUse memory_use();

/// How many allocations there have been. With leaks_since(): what a function leaves behind.
std::uint64_t allocation_mark();
/// Allocations made after the mark that live still, grouped by place and name: kind leak, bytes in all, count.
std::vector<Finding> leaks_since(std::uint64_t mark);

/// Order in which the threads of a block are run. The findings do not depend on it.
enum class Order { forward, reverse, random };
void set_thread_order(Order order, std::uint64_t seed = 0);

/// Host threads that run blocks. 0: as many as the machine has cores. Results do not depend on it.
void set_host_threads(unsigned count);

/// A program's findings are printed to stderr when it ends, and its exit code becomes 1, unless the caller reads them.
void set_report_at_exit(bool report);

/// A launch is stopped after this much processor time of one host thread.
void set_launch_limit_seconds(unsigned seconds);

}  // namespace halo::engine
