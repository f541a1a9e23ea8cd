#pragma once
// The shape of a request: how its lanes' places relate. Kernels repeat the same few shapes, so each is computed once.

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/watch/access.hpp"

namespace halo::engine {

struct Shape {
    unsigned lanes = 0;             ///< how many took part
    bool row = false;               ///< neighbouring lanes access neighbouring elements, in order
    bool same = false;              ///< all access one place
    bool words = false;             ///< all offsets are multiples of 4 bytes
    std::int32_t low = 0, high = 0; ///< lowest and highest offset
    unsigned bank_conflicts = 0;    ///< wavefronts of shared memory beyond the first of each part of the warp; words only
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
};

/// How many different segments of 2^shift bytes the lanes access. Inline: Traffic asks for each request that is no row.
inline unsigned segments(const Request& r, unsigned shift)
{
    std::array<std::uintptr_t, 2 * kWarp> seen;
    unsigned count = 0;
    const auto add = [&](std::uintptr_t value) {
        // Neighbouring lanes usually access the same or the next sector: compare the newest entries first.
        unsigned k = count;
        while (k != 0 && seen[k - 1] != value) --k;
        if (k == 0) seen[count++] = value;
    };
    for_each_lane(r.lanes, [&](unsigned lane) {
        const std::uintptr_t first = r.place(lane), last = first + std::min(r.bytes, 16u) - 1;
        add(first >> shift);
        if (last >> shift != first >> shift) add(last >> shift);
    });
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

    std::array<Known, kKnown> known_;
};

}  // namespace halo::engine
