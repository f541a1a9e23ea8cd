#pragma once
// Cooperative groups: the block, tiles of a warp, coalesced lanes, the grid.
//
// A member function can't be a macro: its last parameter has the line and column that distinguish a call from others.

#include "builtins.hpp"
#include "place.hpp"
#include "warp.hpp"

namespace halo_engine {

/// A call's place, as constants: reading a source_location would count as a load of the kernel. Numbers are negative, those
/// of __COUNTER__ positive.
struct At {
    int number, line;
    const char* file;
    constexpr At(Place place)
        : number(-1 - int((unsigned(place.line) * 1024u + unsigned(place.column)) & 0x3fffffffu)), line(place.line), file(place.file)
    {
    }
#if __cplusplus >= 202002L
    consteval At(std::source_location place) : At(Place(place)) {}
#endif
};
[[gnu::always_inline]] inline Call call_at(const char* name, At at) { return {name, at.number, at.line, at.file}; }

[[gnu::const]] inline unsigned linear_index(uint3 i, dim3 extent) { return (i.z * extent.y + i.y) * extent.x + i.x; }

/// The value of lane `source`, of any type that may be copied byte by byte.
template <class T>
[[gnu::no_sanitize("thread")]] inline T exchanged_bytes(const Call& call, unsigned mask, T value, unsigned source)
{
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 32, "a group's shfl takes types of at most 32 bytes that memcpy may copy");
    std::uint64_t words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(words, &value, sizeof value);
    for (std::uint64_t& word : words) word = exchanged(call, mask, word, source);
    __builtin_memcpy(static_cast<void*>(&value), words, sizeof value);
    return value;
}

/// The lane that is `rank`-th in the mask, from 0.
inline unsigned nth_lane(unsigned mask, unsigned rank)
{
    while (rank-- != 0) mask &= mask - 1;
    return mask == 0 ? lane() : unsigned(halo_engine::trailing_zeros(mask));
}

}  // namespace halo_engine

namespace cooperative_groups {

/// Lanes of one warp. Ranks count only these lanes.
class lane_group {
public:
    unsigned thread_rank() const { return unsigned(__builtin_popcount(mask_ & ((1u << halo_engine::lane()) - 1))); }
    unsigned num_threads() const { return unsigned(__builtin_popcount(mask_)); }
    unsigned size() const { return num_threads(); }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }
    void sync(halo_engine::At at = HALO_HERE) const { halo_engine::sync_warp(halo_engine::call_at("sync", at), mask_); }

    template <class T>
    T shfl(T value, unsigned rank, halo_engine::At at = HALO_HERE) const
    {
        return from("shfl", value, rank % num_threads(), at);
    }
    template <class T>
    T shfl_up(T value, unsigned delta, halo_engine::At at = HALO_HERE) const
    {
        const unsigned self = thread_rank();
        return from("shfl_up", value, delta <= self ? self - delta : self, at);
    }
    template <class T>
    T shfl_down(T value, unsigned delta, halo_engine::At at = HALO_HERE) const
    {
        const unsigned self = thread_rank();
        return from("shfl_down", value, self + delta < num_threads() ? self + delta : self, at);
    }
    int any(int predicate, halo_engine::At at = HALO_HERE) const
    {
        return halo_engine::any_of(halo_engine::call_at("any", at), mask_, predicate != 0);
    }
    int all(int predicate, halo_engine::At at = HALO_HERE) const
    {
        return halo_engine::all_of(halo_engine::call_at("all", at), mask_, predicate != 0);
    }
    /// Bit r is for rank r.
    unsigned ballot(int predicate, halo_engine::At at = HALO_HERE) const
    {
        return packed(halo_engine::ballot(halo_engine::call_at("ballot", at), mask_, predicate != 0));
    }
    template <class T>
    unsigned match_any(T value, halo_engine::At at = HALO_HERE) const
    {
        return packed(halo_engine::match_any(halo_engine::call_at("match_any", at), mask_, value));
    }
    template <class T>
    unsigned match_all(T value, int& all, halo_engine::At at = HALO_HERE) const
    {
        return packed(halo_engine::match_all(halo_engine::call_at("match_all", at), mask_, value, &all));
    }

    /// For the collectives: the mask of lanes, and the value of a rank.
    unsigned lanes() const { return mask_; }
    template <class T>
    T from(const char* name, T value, unsigned rank, halo_engine::At at) const
    {
        return halo_engine::exchanged_bytes(halo_engine::call_at(name, at), mask_, value, halo_engine::nth_lane(mask_, rank));
    }

protected:
    lane_group(unsigned mask, unsigned meta_rank, unsigned meta_size) : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

    unsigned mask_, meta_rank_, meta_size_;

private:
    unsigned packed(unsigned lanes) const
    {
        unsigned bits = 0, rank = 0;
        for (unsigned rest = mask_; rest != 0; rest &= rest - 1) bits |= (lanes >> halo_engine::trailing_zeros(rest) & 1) << rank++;
        return bits;
    }
};

/// Any group of a block; its kind is known only at run time.
class thread_group : public lane_group {
public:
    void sync(halo_engine::At at = HALO_HERE) const
    {
        if (whole_block_)
            halo_engine::barrier(at.number, at.line);
        else
            lane_group::sync(at);
    }
    unsigned long long thread_rank() const
    {
        return whole_block_ ? halo_engine::linear_index(halo_engine::thread_index(), halo_engine::block_extent()) : lane_group::thread_rank();
    }
    unsigned long long num_threads() const
    {
        const dim3 extent = halo_engine::block_extent();
        return whole_block_ ? extent.x * extent.y * extent.z : lane_group::num_threads();
    }
    unsigned long long size() const { return num_threads(); }
    bool is_whole_block() const { return whole_block_; }

    thread_group(const lane_group& lanes) : lane_group(lanes), whole_block_(false) {}

protected:
    thread_group() : lane_group(0, 0, 1), whole_block_(true) {}

private:
    bool whole_block_;
};

class thread_block : public thread_group {
public:
    static void sync(halo_engine::At at = HALO_HERE) { halo_engine::barrier(at.number, at.line); }
    static unsigned thread_rank() { return halo_engine::linear_index(halo_engine::thread_index(), halo_engine::block_extent()); }
    static unsigned num_threads()
    {
        const dim3 extent = halo_engine::block_extent();
        return extent.x * extent.y * extent.z;
    }
    static unsigned size() { return num_threads(); }
    static dim3 group_index() { return halo_engine::block_index(); }
    static dim3 thread_index() { return halo_engine::thread_index(); }
    static dim3 dim_threads() { return halo_engine::block_extent(); }
    static dim3 group_dim() { return halo_engine::block_extent(); }

private:
    thread_block() {}   // not defaulted: in C++17, the class would be an aggregate
    friend thread_block this_thread_block();
};
inline thread_block this_thread_block() { return {}; }

class coalesced_group : public lane_group {
public:
    explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1) : lane_group(mask, meta_rank, meta_size) {}
};
inline coalesced_group coalesced_threads(halo_engine::At at = HALO_HERE)
{
    return coalesced_group(halo_engine::gather(halo_engine::call_at("coalesced_threads", at)));
}

namespace details {

/// `size` neighbouring lanes that include the calling one.
inline unsigned tile_lanes(unsigned size)
{
    return (size == 32 ? 0xffffffffu : (1u << size) - 1) << (halo_engine::lane() & ~(size - 1));
}

template <unsigned Size>
class tile : public lane_group {
    static_assert((Size & (Size - 1)) == 0 && Size <= 32, "the CPU engine has tiles of 1, 2, 4, 8, 16 or 32 threads");

public:
    static constexpr unsigned num_threads() { return Size; }
    static constexpr unsigned size() { return Size; }
    static unsigned thread_rank() { return halo_engine::lane() & (Size - 1); }

    template <class T>
    T shfl_xor(T value, unsigned bits, halo_engine::At at = HALO_HERE) const
    {
        const unsigned rank = thread_rank() ^ bits;
        return from("shfl_xor", value, rank < Size ? rank : thread_rank(), at);
    }

protected:
    tile(unsigned rank, unsigned count) : lane_group(tile_lanes(Size), rank, count) {}
};

}  // namespace details

template <unsigned Size, class Parent = void>
class thread_block_tile : public details::tile<Size> {
public:
    thread_block_tile(unsigned rank, unsigned count) : details::tile<Size>(rank, count) {}
    operator thread_block_tile<Size, void>() const { return {this->meta_rank_, this->meta_size_}; }
};

template <unsigned Size>
inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block& parent)
{
    return {parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size};
}
template <unsigned Size, unsigned ParentSize, class Grandparent>
inline thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>
tiled_partition(const thread_block_tile<ParentSize, Grandparent>& parent)
{
    static_assert(Size <= ParentSize, "a tile is no larger than the tile that it is made of");
    return {parent.thread_rank() / Size, ParentSize / Size};
}

/// The size is known only at run time. Tiles of a coalesced group take its lanes by rank.
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size)
{
    const unsigned rank = parent.thread_rank() / size;
    unsigned mask = 0;
    for (unsigned r = rank * size; r < (rank + 1) * size && r < parent.num_threads(); ++r)
        mask |= 1u << halo_engine::nth_lane(parent.lanes(), r);
    return coalesced_group(mask, rank, (parent.num_threads() + size - 1) / size);
}
inline thread_group tiled_partition(const thread_group& parent, unsigned size)
{
    if (!parent.is_whole_block()) return tiled_partition(coalesced_group(parent.lanes()), size);
    const auto rank = unsigned(parent.thread_rank()), count = unsigned(parent.num_threads());
    return coalesced_group(details::tile_lanes(size), rank / size, (count + size - 1) / size);
}

/// The lanes with the same label. Groups are numbered by their first lanes.
template <class Group>
inline coalesced_group labeled_partition(const Group& group, int label, halo_engine::At at = HALO_HERE)
{
    const halo_engine::Call call = halo_engine::call_at("labeled_partition", at);
    const unsigned mask = halo_engine::match_any(call, group.lanes(), label), first = mask & -mask;
    const unsigned firsts = halo_engine::ballot(call, group.lanes(), first == 1u << halo_engine::lane());
    return coalesced_group(mask, unsigned(__builtin_popcount(firsts & (first - 1))), unsigned(__builtin_popcount(firsts)));
}
/// The lanes with the same predicate: those without it come first, if there are both.
template <class Group>
inline coalesced_group binary_partition(const Group& group, bool predicate, halo_engine::At at = HALO_HERE)
{
    const unsigned mask = halo_engine::match_any(halo_engine::call_at("binary_partition", at), group.lanes(), int(predicate));
    const bool both = mask != group.lanes();
    return coalesced_group(mask, both && predicate ? 1 : 0, both ? 2 : 1);
}

/// For a launch by cudaLaunchCooperativeKernel.
class grid_group {
public:
    static void sync(halo_engine::At at = HALO_HERE) { halo_engine::grid_sync(at.number, at.line); }
    static unsigned long long block_rank() { return halo_engine::linear_index(halo_engine::block_index(), halo_engine::grid_extent()); }
    static unsigned long long num_blocks()
    {
        const dim3 extent = halo_engine::grid_extent();
        return (unsigned long long)extent.x * extent.y * extent.z;
    }
    static unsigned long long thread_rank() { return block_rank() * thread_block::num_threads() + thread_block::thread_rank(); }
    static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
    static unsigned long long size() { return num_threads(); }
    static dim3 group_dim() { return halo_engine::grid_extent(); }
    static dim3 dim_blocks() { return halo_engine::grid_extent(); }
    static dim3 dim_threads() { return halo_engine::block_extent(); }
    static dim3 block_index() { return halo_engine::block_index(); }
    static dim3 thread_index() { return halo_engine::thread_index(); }
    static bool is_valid() { return true; }
};
inline grid_group this_grid() { return {}; }

template <class Group>
inline void sync(const Group& group, halo_engine::At at = HALO_HERE)
{
    group.sync(at);
}
template <class Group>
inline auto thread_rank(const Group& group)
{
    return group.thread_rank();
}
template <class Group>
inline auto group_size(const Group& group)
{
    return group.num_threads();
}

}  // namespace cooperative_groups
