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

/// 31 rows of 35, as the size of any kind that has rows.
struct RowsOf35 {
    template <KindSize S>
    operator S() const
    {
        S size;
        size.width = 35, size.height = 31;
        return size;
    }
};
inline constexpr RowsOf35 kSize;
inline const Conv2d kImage{.radius = 2, .tile = 16};

struct Explained {
    Message message;
    Key key;
};

template <JudgedKind K>
Diagnosis cause_of(const K& kind, const typename K::Size& size, const Finding& f)
{
    return cause_of(Judged(kind), Size(size), f);
}

template <JudgedKind K>
Explained explained(const K& kind, const typename K::Size& size, const Finding& f)
{
    const Diagnosis cause = cause_of(kind, size, f);
    return {message_of(kind, size, f, cause), cause.key()};
}

}  // namespace halo::lab
