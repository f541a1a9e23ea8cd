#pragma once
// What the engine reports to its caller. Plain C++: no CUDA header is needed to read the results.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings/counters.hpp"
#include "findings/finding.hpp"
#include "findings/refused.hpp"

namespace halo::engine {

/// Forgets findings and counts. Allocations and their contents stay.
void reset_watchers();

/// Sums over all launches since reset_watchers().
Counters counters();

/// One entry per cause since reset_watchers(), worst first, cause before consequence.
std::vector<Finding> findings();

/// Calls and launches that were refused since reset_watchers(), in order; only the first few are kept.
std::vector<Refusal> refusals();
/// The first of them.
std::optional<Refusal> first_refusal();

/// Device memory currently allocated.
struct Allocated {
    std::size_t count = 0;
    std::uint64_t bytes = 0;
};
Allocated allocated();

/// Memory the engine itself uses, in addition to device memory and the stacks of CUDA threads.
struct MemoryUse {
    std::size_t thread_bytes = 0;          ///< per live CUDA thread
    std::size_t host_thread_bytes = 0;     ///< per host thread that runs blocks, without the shadow of shared memory
    std::uint64_t device_bytes = 0;        ///< device memory currently allocated
    std::uint64_t shadow_bytes = 0;        ///< records who used each word of it; only pages in use
    std::uint64_t page_table_bytes = 0;    ///< records which allocation owns each page
};
MemoryUse memory_use();

/// Number of allocations so far. Pass it to leaks_since() to find what a function failed to free.
std::uint64_t allocation_mark();
/// Allocations made after the mark and never freed, grouped by place and name: kind leak, total bytes, count.
std::vector<Finding> leaks_since(std::uint64_t mark);

/// Records every store to device memory and every copy from it, until switched off. For explaining a wrong output: it costs
/// time and memory. When switched on, forgets what was recorded; when switched off, keeps it.
void record_stores(bool on);

/// Who stored a word last.
struct Stored {
    std::string kernel;                      ///< as in findings
    Place at;                                ///< line of the store
    Access access = Access::write;           ///< write or atomic
    unsigned launch = 0;                     ///< the launches since record_stores(true) that were not refused, from 1
    Index3 block, thread, block_shape, grid;
    std::uint64_t times = 0;                 ///< stores to this word since record_stores(true)
    bool several_threads = false;            ///< more than one thread of this launch stored it; then:
    Place first_at;                          ///< the first of them
    Index3 first_block, first_thread;
    Place copied;                            ///< line of the copy that brought it here; line 0: none, or not known
};
/// `address`: in device memory, or on the host; then it is followed back through the copies that filled it. Empty: no kernel
/// stored it, or a copy from elsewhere or a fill came later. Code on the host that changes the word is not noticed.
std::optional<Stored> last_store(const void* address);

/// Like record_stores(true), and records every load and store of this block in the launch with this number, for
/// loads_before_store().
void record_block(unsigned launch, Index3 block);

struct Load {
    Place at;
    Space space = Space::global;
    bool texture = false;                    ///< fetched: `array` is the memory of the texture
    std::string array;
    std::vector<std::int64_t> index, shape;  ///< as in findings
    double value = 0;
    bool is_float = false;                   ///< else an integer
    std::uint32_t bytes = 0;                 ///< a vector is several loads: `bytes` of each component
};
/// The store by which the value came to shared memory.
struct Origin {
    Place at;
    Index3 thread;
    std::optional<Load> load;                ///< what that thread had loaded, if that is the value it stored
};
struct Loaded : Load {
    std::optional<Origin> origin;            ///< shared memory only
    unsigned stores_between = 0;             ///< how often the thread stored to other global memory after this load
};
/// What the thread that last stored `address` loaded before that store, in program order. Empty unless it was a thread of
/// the recorded block. `address` as in last_store().
std::vector<Loaded> loads_before_store(const void* address);

/// Order in which the threads of a block run. The findings do not depend on it.
enum class Order { forward, reverse, random };
void set_thread_order(Order order, std::uint64_t seed = 0);

/// Host threads that run blocks. 0: one for each core. Results do not depend on it.
void set_host_threads(unsigned count);

/// A program's findings are printed to stderr when it ends, and its exit code becomes 1, unless the caller reads them.
void set_report_at_exit(bool report);

/// A launch is stopped after this much processor time of one host thread.
void set_launch_limit_seconds(unsigned seconds);

}  // namespace halo::engine
