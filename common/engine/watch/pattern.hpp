#pragma once
// The shape of a request: what most requests of good kernels have in common, worked out once instead of lane by lane.

#include <array>
#include <cstdint>

#include "engine/watch/access.hpp"

namespace halo::engine {

struct Shape {
    unsigned lanes = 0;             ///< how many took part
    bool row = false;               ///< lanes side by side touch elements side by side, in order
    bool same = false;              ///< all touch one place
    bool words = false;             ///< whole words lie between their places
    std::int32_t low = 0, high = 0; ///< lowest and highest offset
    unsigned bank_conflicts = 0;    ///< wavefronts of shared memory beyond the first of each part of the warp; words only
};

/// A shape at its place.
struct Pattern {
    const Shape& shape;
    std::uintptr_t begin;           ///< lowest place
    std::uintptr_t end;             ///< behind the highest
};

/// What a warp's instruction did to memory, as watchers see it.
struct WarpAccess {
    unsigned warp;
    const Request& request;
    const Pattern& pattern;
    std::uint32_t racing;              ///< the lanes that can race at all
    const Allocation* allocation;      ///< global memory: that all lanes lie in
};

/// Kernels repeat themselves: a shape that was seen before is recognised by its offsets, not worked out again.
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
