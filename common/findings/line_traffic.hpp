#pragma once
// How the threads of a warp access memory together, line by line: facts for `make profile`. line_remarks.hpp makes sentences of them.

#include <cstdint>
#include <string>

#include "findings/finding.hpp"

namespace halo {

/// How the lanes of one request lie. Which counts are used depends on the space: sectors of global memory, conflicts of shared
/// memory, replays of constant memory.
struct LanePattern {
    unsigned lanes = 0;                 ///< that took part
    std::int64_t stride = 0;            ///< bytes from a lane's place to its neighbour's, of most lanes
    bool regular = false;               ///< more than half of the neighbours are that far apart
    static constexpr unsigned kAnywhere = 32;
    unsigned begin = 0;                 ///< where in its sector the lowest place is, in bytes; kAnywhere: not always the same
    unsigned sectors = 0;               ///< of 32 bytes, touched
    unsigned fewest_sectors = 0;        ///< that hold as many different bytes
    unsigned conflicts = 0;             ///< wavefronts beyond one per request
    unsigned padded_conflicts = 0;      ///< … if rows as long as the stride were one element longer
    unsigned replays = 0;               ///< distinct words beyond the first

    /// What the request costs beyond the best one for as many bytes.
    unsigned price() const { return sectors - fewest_sectors + conflicts + replays; }

    /// The same but for where it begins. If so, `begin` is from now on that of both.
    bool joins(const LanePattern& other)
    {
        LanePattern same = other;
        same.begin = begin;
        if (same != *this) return false;
        if (begin != other.begin) begin = kAnywhere;
        return true;
    }

    friend bool operator==(const LanePattern&, const LanePattern&) = default;
};

/// What one line of a kernel does to one array, summed over all warps.
struct LineTraffic {
    Place at;
    Access access = Access::read;
    Space space = Space::global;
    std::string array;                  ///< `d_in`, `s_tile`; empty when unknown
    std::uint64_t array_bytes = 0;      ///< 0: unknown
    std::int64_t row = 0;               ///< elements of the array's last dimension; 0: it has one dimension, or is unknown
    std::uint32_t bytes = 0;            ///< that a lane accesses with one request
    std::uint64_t requests = 0;         ///< instructions of warps
    std::uint64_t lanes = 0;            ///< accesses of threads
    std::uint64_t broadcasts = 0;       ///< requests whose lanes all access one place
    std::uint64_t array_loads = 0;      ///< global loads: of this array by all lines of the kernel …
    std::uint64_t block_elements = 0;   ///< … of so many different elements, counted block by block
    std::uint64_t sectors = 0, fewest_sectors = 0, conflicts = 0, replays = 0;
    LanePattern dearest = {};           ///< the pattern that costs most, over all requests that have it …
    std::uint64_t dearest_requests = 0; ///< … and how many have it
};

}  // namespace halo
