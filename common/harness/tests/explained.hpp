#pragma once
// A finding as a watcher reports it, and what the lab makes of it.

#include "harness/judge/causes.hpp"
#include "kinds/convolution/kind.hpp"

namespace halo::lab {

/// A read of d_in[index] in a matrix of 31 rows of 35, by a thread of a block of 16 × 16.
inline Finding access(std::int64_t index, Index3 block, Index3 thread)
{
    Finding f;
    f.kind = FindingKind::out_of_bounds;
    f.kernel = "conv2d_basic_kernel";
    f.at = {"conv2d_tiled.cu", 30};
    f.outside = index < 0 ? Outside::before_start : Outside::past_end;
    f.array = "d_in";
    f.index = {index};
    f.shape = {35 * 31};
    f.block = block;
    f.thread = thread;
    f.block_shape = {16, 16, 1};
    return f;
}

inline const Size kSize = {35, 31};
inline const Judged kImage = Conv2d{.radius = 2, .tile = 16};

struct Explained {
    Message message;
    Key key;
};

inline Explained explained(const Judged& kind, const Size& size, const Finding& f)
{
    const Diagnosis cause = cause_of(kind, size, f);
    return {message_of(kind, size, f, cause), cause.key()};
}

}  // namespace halo::lab
