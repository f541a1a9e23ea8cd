#pragma once
// How an element came to its value: who stored it, and what that thread had loaded. Recorded only while a wrong output is explained.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings/finding.hpp"

namespace halo {

/// Who stored a byte last.
struct Stored {
    std::string kernel;                      ///< as in findings
    Place at;                                ///< line of the store
    Access access = Access::write;           ///< write or atomic
    unsigned launch = 0;                     ///< the launches since recording began that were not refused, from 1
    Index3 block, thread, block_shape, grid;
    std::uint64_t times = 0;                 ///< stores to this byte since recording began
    bool several_threads = false;            ///< more than one thread of this launch stored it; then:
    Place first_at;                          ///< the first of them
    Index3 first_block, first_thread;
    Place copied;                            ///< line of the copy that brought it here; line 0: none, or not known
};

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

/// The store by which a value came to shared memory.
struct Origin {
    Place at;
    Index3 thread;
    std::optional<Load> load;                ///< what that thread had loaded, if that is the value it stored
};

struct Loaded : Load {
    std::optional<Origin> origin;            ///< shared memory only
    unsigned stores_between = 0;             ///< how often the thread stored to other global memory after this load
};

/// One side of a copy.
struct CopySide {
    std::string array;                       ///< empty: not known
    std::uint64_t bytes = 0;                 ///< of the whole array; 0: not known
    bool on_host = false;
};

/// What host code made the device do: a launch, or a copy.
struct HostStep {
    Place at;                                ///< the student's line; line 0: not known
    std::string kernel;                      ///< that it launched; empty: it copied
    CopySide target, source;
    std::uint64_t copied = 0;                ///< bytes
};

/// What is known about one element of an output, and about all of them.
struct History {
    std::optional<Stored> stored;            ///< nothing: no kernel stored it
    std::vector<Loaded> loads;               ///< of that thread before that store, in program order; only when asked for
    int store_line = 0;                      ///< of a store to another element of the output, if nobody stored this one; 0: none
    std::uint64_t by_several = 0;            ///< elements of the output that several threads stored
    std::uint64_t element = 0;               ///< the first of these, and who stored it
    std::optional<Stored> twice;
    std::vector<HostStep> steps;             ///< launches that were not refused, and copies, in order
};

}  // namespace halo
