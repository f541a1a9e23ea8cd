#pragma once
// What the engine reports to its caller. Plain C++: no CUDA header is needed to read the results.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "findings/counters.hpp"
#include "findings/finding.hpp"
#include "findings/history.hpp"
#include "findings/line_traffic.hpp"
#include "findings/refused.hpp"
#include "findings/trace.hpp"

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

/// A host array that a program under test may use. The bytes before and after it belong to nobody: accesses there, and copies
/// that go past the array, are reported, and the program goes on. They may be protected pages.
struct HostArray {
    const void* start = nullptr;
    std::size_t bytes = 0;
    std::size_t element_bytes = 4;
    const char* name = "";                 ///< `h_in`; must stay valid
    std::size_t before = 0, after = 0;     ///< bytes around it
    bool constant = false;                 ///< the program may not store to it
};
void name_host_array(const HostArray& array);
void forget_host_arrays();

/// Runs code of a program under test. Its host code may store to its own variables, to what it allocates, to its part of the stack
/// and to arrays named above. A store elsewhere is not made: it becomes a finding, and false is returned, without destructors
/// having run. Then neither that program nor its allocations should be used any more.
/// `caught`, if there is one, is called in a handler for whatever the function throws, and guarded, too: what() and the destructor
/// of an exception may be the program's.
bool call_guarded(const std::function<void()>& function, const std::function<void()>& caught = {});
/// Within such a call: code that is not the program's, and may store where it likes.
void unguarded(const std::function<void()>& function);

/// What host code did since reset_watchers(), besides calling the device.
struct HostWork {
    std::uint64_t reads = 0;               ///< of elements of named arrays, by host code
    std::uint64_t fetched_bytes = 0;       ///< copied from the device
    std::uint64_t sent_bytes = 0;          ///< copied to the device
};
HostWork host_work();

/// Number of allocations so far. Pass it to leaks_since() to find what a function failed to free.
std::uint64_t allocation_mark();
/// Allocations made after the mark and never freed, grouped by place and name: kind leak, total bytes, count.
std::vector<Finding> leaks_since(std::uint64_t mark);

/// Records every store to device memory and every copy from it, until switched off. For explaining a wrong output: it costs
/// time and memory. When switched on, forgets what was recorded; when switched off, keeps it.
void record_stores(bool on);

/// `address`: in device memory, or on the host; then it is followed back through the copies that filled it. Empty: no kernel
/// stored it, or a copy from elsewhere or a fill came later. Code on the host that changes the byte is not noticed.
std::optional<Stored> last_store(const void* address);

/// The launches and copies since record_stores(true), in order: the first thousand.
std::vector<HostStep> host_steps();

/// Like record_stores(true), and records every load and store of this block in the launch with this number, for
/// loads_before_store().
void record_block(unsigned launch, Index3 block);

/// What the thread that last stored `address` loaded before that store, in program order. Empty unless it was a thread of
/// the recorded block. `address` as in last_store().
std::vector<Loaded> loads_before_store(const void* address);

/// What the threads of the recorded block did. Its kernel is empty if nothing was recorded.
BlockTrace recorded_block();

/// Counts the requests of warps line by line, until switched off; forgets what was counted when switched on. It costs time, and
/// blocks run on one host thread.
void count_lines(bool on);

/// What each line did to each array since count_lines(true) or reset_watchers(), in the order of lines.
std::vector<LineTraffic> line_traffic();

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
