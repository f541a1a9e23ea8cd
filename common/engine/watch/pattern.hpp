#pragma once
// The shape of a request: how its lanes' places relate. Kernels repeat the same few shapes, so each is computed once.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "engine/watch/access.hpp"

namespace halo::engine {

/// Neighbouring lanes that access neighbouring elements, in order.
struct LaneRun {
    unsigned lane = 0, lanes = 0;   ///< the first, and how many
    std::int32_t offset = 0;        ///< of the first
};

struct Shape {
    static constexpr unsigned kMostRuns = 4;    ///< a warp's part of a tile that is 8 wide has as many

    unsigned lanes = 0;             ///< how many took part
    bool row = false;               ///< neighbouring lanes access neighbouring elements, in order
    bool same = false;              ///< all access one place
    bool words = false;             ///< all offsets are multiples of 4 bytes
    std::int32_t low = 0, high = 0; ///< lowest and highest offset
    unsigned bank_conflicts = 0;    ///< wavefronts of shared memory beyond the first of each part of the warp; words only
    unsigned run_count = 0;         ///< 0: more than kMostRuns
    std::array<LaneRun, kMostRuns> run{};

    /// All lanes, as few runs; empty if they are more.
    std::span<const LaneRun> runs() const { return {run.data(), run_count}; }
};

/// A shape and its addresses.
struct Pattern {
    const Shape& shape;
    std::uintptr_t begin;           ///< lowest place
    std::uintptr_t end;             ///< one past the highest
};

/// A warp's memory instruction, as passed to watchers.
struct WarpAccess {
    unsigned warp;
    const Request& request;
    const Pattern& pattern;
    std::uint32_t racing;              ///< the lanes whose access can race
    const Allocation* allocation;      ///< global memory: the one that holds all lanes' places
    bool held;                         ///< it has been passed before, when none of these lanes could race yet, see HeldLoads
};

/// Different values, of two for each lane at most.
class Distinct {
public:
    void add(std::uintptr_t value)
    {
        // Neighbouring lanes usually access the same or the next sector: compare the newest entries first.
        unsigned k = count_;
        while (k != 0 && seen_[k - 1] != value) --k;
        if (k == 0) seen_[count_++] = value;
    }
    unsigned count() const { return count_; }

private:
    std::array<std::uintptr_t, 2 * kWarp> seen_;
    unsigned count_ = 0;
};

/// How many different segments of 2^shift bytes the lanes access. Inline: Traffic asks for each request that is not a row.
inline unsigned segments(const Request& r, unsigned shift)
{
    Distinct seen;
    for_each_lane(r.lanes, [&](unsigned lane) {
        const std::uintptr_t first = r.place(lane), last = first + std::min(r.bytes, 16u) - 1;
        seen.add(first >> shift);
        if (last >> shift != first >> shift) seen.add(last >> shift);
    });
    return seen.count();
}

/// Of a load from constant memory: one for each further address at which a lane begins; 16 bytes are two loads.
inline unsigned replays(const Request& r, const Pattern& p)
{
    if (p.shape.same) return 0;
    Distinct seen;
    for_each_lane(r.lanes, [&](unsigned lane) { seen.add(r.place(lane)); });
    return (seen.count() - 1) * (r.bytes > 8 ? 2 : 1);
}

/// How many sectors of 32 bytes the lanes access.
inline std::uint64_t sectors(const Request& r, const Pattern& p)
{
    if (p.shape.row || p.shape.same) return ((p.end - 1) >> 5) - (p.begin >> 5) + 1;
    if (p.shape.run_count == 0 || r.bytes > 16) return segments(r, 5);
    std::uint64_t count = 0, next = 0;   // those before `next` have been counted
    for (const LaneRun& run : p.shape.runs()) {
        const std::uint64_t first = r.place(run.lane) >> 5, last = (r.place(run.lane) + run.lanes * r.bytes - 1) >> 5;
        if (first + 1 < next) return segments(r, 5);   // back to earlier ones
        count += last + 1 - std::min(std::max(first, next), last + 1);
        next = last + 1;
    }
    return count;
}

/// Wavefronts of shared memory beyond the first of each part of the warp.
unsigned bank_conflicts(const Request& request);

/// A cache of shapes, looked up by their offsets.
class Shapes {
public:
    Pattern of(const Request& request)
    {
        const Shape& shape = shape_of(request);
        return {shape, request.where + static_cast<std::uintptr_t>(std::intptr_t(shape.low)),
                request.where + static_cast<std::uintptr_t>(std::intptr_t(shape.high)) + request.bytes};
    }

private:
    static constexpr std::size_t kKnown = 256;
    struct Known {
        std::uint32_t lanes = 0, bytes = 0;
        Access kind = Access::read;
        bool aligned = false;
        std::array<std::int32_t, kWarp> offset{};
        Shape shape;
    };

    const Shape& shape_of(const Request& request);
    static const Shape& learn(Known& known, const Request& request, bool aligned);

    std::array<Known, kKnown> known_;
};

}  // namespace halo::engine
