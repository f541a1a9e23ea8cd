#pragma once
// Collective operations of a group: reductions, scans, copies.

#include <cstddef>

#include "cooperative_groups.hpp"

namespace cooperative_groups {

template <class T = void> struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T = void> struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T = void> struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T = void> struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <class T = void> struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <class T = void> struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };

/// Returns the same value in every thread of the group. Combines pairs, then pairs of pairs, like a card's shuffles, so
/// that float sums round alike if the group's size is a power of two.
template <class Group, class T, class Combine>
inline T reduce(const Group& group, T value, Combine&& combine, halo_engine::At at = HALO_HERE)
{
    const unsigned size = unsigned(group.num_threads()), self = unsigned(group.thread_rank());
    if ((size & (size - 1)) == 0) {
        for (unsigned offset = size / 2; offset > 0; offset /= 2) {
            const T other = group.from("reduce", value, self ^ offset, at);
            value = (self & offset) == 0 ? combine(value, other) : combine(other, value);
        }
        return value;
    }
    T result = group.from("reduce", value, 0, at);
    for (unsigned rank = 1; rank < size; ++rank) result = combine(result, group.from("reduce", value, rank, at));
    return result;
}

/// Combines the values of ranks 0 to the caller's own.
template <class Group, class T, class Combine = plus<T>>
inline T inclusive_scan(const Group& group, T value, Combine&& combine = {}, halo_engine::At at = HALO_HERE)
{
    const unsigned size = unsigned(group.num_threads()), self = unsigned(group.thread_rank());
    for (unsigned offset = 1; offset < size; offset *= 2) {
        const T before = group.from("inclusive_scan", value, self >= offset ? self - offset : self, at);
        if (self >= offset) value = combine(before, value);
    }
    return value;
}
/// Likewise without the caller's own value; rank 0 gets T().
template <class Group, class T, class Combine = plus<T>>
inline T exclusive_scan(const Group& group, T value, Combine&& combine = {}, halo_engine::At at = HALO_HERE)
{
    const T through = inclusive_scan(group, value, combine, at);
    const unsigned self = unsigned(group.thread_rank());
    const T before = group.from("exclusive_scan", through, self == 0 ? 0 : self - 1, at);
    return self == 0 ? T() : before;
}

/// Copies immediately, each element by one thread of the group; `wait` is still needed to order the accesses. CUDA does not say which thread copies
/// what: it is another one of the same warp than the one with the element's number, which a kernel may not rely on.
template <class Group, class T>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* target, const T* source, std::size_t bytes)
{
    const std::size_t size = group.num_threads(), rank = group.thread_rank(), lane = rank % 32, first = rank - lane;
    const std::size_t lanes = size - first < 32 ? size - first : 32;
    for (std::size_t i = first + (lane + lanes / 3 + 1) % lanes; i < bytes / sizeof(T); i += size) target[i] = source[i];
}
template <class Group, class T, class TargetCount, class SourceCount>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* target, const TargetCount& targets, const T* source, const SourceCount& sources)
{
    memcpy_async(group, target, source, sizeof(T) * (std::size_t(targets) < std::size_t(sources) ? std::size_t(targets) : std::size_t(sources)));
}
template <class Group>
inline void wait(const Group& group, halo_engine::At at = HALO_HERE)
{
    group.sync(at);
}
template <unsigned Stages, class Group>
inline void wait_prior(const Group& group, halo_engine::At at = HALO_HERE)
{
    group.sync(at);
}

}  // namespace cooperative_groups
