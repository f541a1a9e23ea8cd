#pragma once
// What the threads of one block did: each memory instruction, in order. Recorded only to be shown.

#include <cstdint>
#include <string>
#include <vector>

#include "findings/finding.hpp"
#include "findings/history.hpp"

namespace halo {

struct TracedArray {
    std::string name;                       ///< as the student calls it; empty: not known
    Space space = Space::global;
    bool texture = false;                   ///< it is read through a texture
    bool lanes = false;                     ///< no array: what each thread brought to a shuffle; element t is that of thread t
    std::vector<std::int64_t> shape;        ///< extents; elements
    std::uint32_t element_bytes = 4;
    std::uint64_t start = 0;                ///< where it begins: in shared memory its offset, else the address modulo 128; sectors and banks count from 0
    bool operator==(const TracedArray&) const = default;
};

/// One thread's part in an instruction.
struct TracedThread {
    std::uint32_t thread = 0;               ///< linear in the block
    std::int64_t element = 0;               ///< flat
    std::uint32_t elements = 1;             ///< a vector is several
    double value = 0;                       ///< of the first one, if it is loaded
};

/// What an instruction cost one warp.
struct TracedWarp {
    std::uint32_t warp = 0;
    std::uint64_t sectors = 0, fewest_sectors = 0;  ///< global memory; fewest: if its elements were neighbours, at the start of a sector
    std::uint64_t bank_conflicts = 0;               ///< shared memory: wavefronts beyond the first
};

/// An instruction that threads made in the same iterations of their loops.
struct TracedStep {
    Place at;
    std::uint32_t path = 0;                 ///< the same number: the same iterations
    std::uint32_t barriers = 0;             ///< that the block had passed before
    Access access = Access::read;
    std::size_t array = 0;                  ///< into BlockTrace::arrays
    std::vector<TracedThread> threads;      ///< by number
    std::vector<TracedWarp> warps;
};

struct BlockTrace {
    std::string kernel;                     ///< as in the launch; empty: nothing was recorded
    Index3 grid, block_shape, block;
    std::vector<TracedArray> arrays;
    std::vector<TracedStep> steps;          ///< in an order that agrees with the program order of every thread
    std::vector<int> barriers;              ///< lines of the block's barriers, in order
    std::vector<HostStep> host;             ///< what the function's host code made the device do, launches and copies, in order
    std::uint64_t left_out = 0;             ///< steps after these
};

}  // namespace halo
