#pragma once
// Votes, shuffles, matches and reductions of a warp. The names are macros, like __syncthreads, so that each call in the
// source passes its own place to `meet`.

#include <cstdint>
#include <cstring>

#include "memory_functions.hpp"
#include "warp_runtime.hpp"

namespace halo_engine {

// The headers of __half and __nv_bfloat16 specialise can_shuffle.
template <class T>
inline constexpr bool can_shuffle =
    is_one_of<T, int, unsigned, long, unsigned long, long long, unsigned long long, float, double>;
template <class T>
inline constexpr bool can_match = can_shuffle<T> && is_number<T>;

/// char, short and bool are shuffled as int.
template <class T>
using Promoted = std::conditional_t<is_integer<T> && sizeof(T) < sizeof(int), int, T>;

template <class T>
[[gnu::always_inline]] inline std::uint64_t word_of(T value)
{
    std::uint64_t word = 0;
    __builtin_memcpy(&word, &value, sizeof value);
    return word;
}
template <class T>
[[gnu::always_inline]] inline T from_word(std::uint64_t word)
{
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &word, sizeof value);
    return value;
}

/// The value of lane `source`. Not instrumented, like everything below: the exchanged values are in the engine's memory,
/// not the kernel's.
template <class T>
[[gnu::no_sanitize("thread")]] inline T exchanged(const Call& call, unsigned mask, T value, unsigned source)
{
    const std::uint64_t* brought = meet(call, mask, word_of(value));
    if ((met() >> source & 1) == 0) {
        absent_lane(call, source);
        return value;
    }
    note_exchange(call, source);
    return from_word<T>(brought[source]);
}

/// The lane that a shuffle reads, within a segment of `width` lanes; a lane that would read beyond its segment reads
/// itself.
enum class Shuffle { index, up, down, butterfly };
[[gnu::const, gnu::no_sanitize("thread")]] inline unsigned source_lane(Shuffle how, unsigned amount, unsigned width)
{
    const unsigned self = lane(), first = self & ~(width - 1), last = first + width - 1;
    amount &= 31;
    unsigned source = self;
    switch (how) {
    case Shuffle::index: return first + (amount & (width - 1));
    case Shuffle::up: source = self - amount; return int(source) < int(first) ? self : source;
    case Shuffle::down: source = self + amount; break;
    case Shuffle::butterfly: source = self ^ amount; break;
    }
    return source > last ? self : source;
}

template <Shuffle how, class V, class T = Promoted<V>>
[[gnu::always_inline]] inline std::enable_if_t<can_shuffle<T>, T> shuffle(const Call& call, unsigned mask, V value, unsigned amount, int width = 32)
{
    return exchanged<T>(call, mask, T(value), source_lane(how, amount, unsigned(width)));
}
template <Shuffle how, class T>
[[gnu::error("a shuffle takes a number: int, unsigned, long long, float, double, __half …; shuffle the members of a struct one by one")]]
std::enable_if_t<!can_shuffle<Promoted<T>>, T> shuffle(const Call&, unsigned, T, unsigned, int = 32);

[[gnu::no_sanitize("thread")]] inline unsigned ballot(const Call& call, unsigned mask, bool predicate)
{
    const std::uint64_t* brought = meet(call, mask, predicate);
    unsigned bits = 0;
    for (unsigned rest = met(); rest != 0; rest &= rest - 1) {
        const int other = trailing_zeros(rest);
        bits |= unsigned(brought[other] != 0) << other;
    }
    return bits;
}
inline int any_of(const Call& call, unsigned mask, bool predicate) { return ballot(call, mask, predicate) != 0; }
inline int all_of(const Call& call, unsigned mask, bool predicate) { return ballot(call, mask, !predicate) == 0; }

/// The lanes with the same bits.
[[gnu::no_sanitize("thread")]] inline unsigned matching(const Call& call, unsigned mask, std::uint64_t word)
{
    const std::uint64_t* brought = meet(call, mask, word);
    unsigned bits = 0;
    for (unsigned rest = met(); rest != 0; rest &= rest - 1) {
        const int other = trailing_zeros(rest);
        bits |= unsigned(brought[other] == word) << other;
    }
    return bits;
}
template <class V, class T = Promoted<V>>
[[gnu::always_inline]] inline std::enable_if_t<can_match<T>, unsigned> match_any(const Call& call, unsigned mask, V value)
{
    return matching(call, mask, word_of<T>(T(value)));
}
template <class V, class T = Promoted<V>>
[[gnu::always_inline]] inline std::enable_if_t<can_match<T>, unsigned> match_all(const Call& call, unsigned mask, V value, int* all)
{
    const unsigned same = matching(call, mask, word_of<T>(T(value)));
    *all = same == met();
    return *all ? same : 0;
}

template <class T, class Combine>
[[gnu::no_sanitize("thread")]] inline T reduced(const Call& call, unsigned mask, T value, Combine combine)
{
    const std::uint64_t* brought = meet(call, mask, word_of(value));
    unsigned rest = met();
    T result = from_word<T>(brought[trailing_zeros(rest)]);
    while ((rest &= rest - 1) != 0) result = combine(result, from_word<T>(brought[trailing_zeros(rest)]));
    return result;
}
inline unsigned reduced_sum(const Call& call, unsigned mask, unsigned value)
{
    return reduced(call, mask, value, [](unsigned a, unsigned b) __attribute__((no_sanitize("thread"))) { return a + b; });
}
inline int reduced_sum(const Call& call, unsigned mask, int value) { return int(reduced_sum(call, mask, unsigned(value))); }
#define HALO_REDUCTION(name, T, expression)                                                                       \
    inline T name(const Call& call, unsigned mask, T value)                                                       \
    {                                                                                                             \
        return reduced(call, mask, value, [](T a, T b) __attribute__((no_sanitize("thread"))) { return expression; }); \
    }
HALO_REDUCTION(reduced_min, int, a < b ? a : b)
HALO_REDUCTION(reduced_min, unsigned, a < b ? a : b)
HALO_REDUCTION(reduced_max, int, a < b ? b : a)
HALO_REDUCTION(reduced_max, unsigned, a < b ? b : a)
HALO_REDUCTION(reduced_and, unsigned, a & b)
HALO_REDUCTION(reduced_or, unsigned, a | b)
HALO_REDUCTION(reduced_xor, unsigned, a ^ b)
#undef HALO_REDUCTION

inline void sync_warp(const Call& call, unsigned mask = 0xffffffffu) { meet(call, mask, 0); }
/// The function of a call of __syncwarp, with or without a mask.
struct SyncWarp {
    Call call;
    [[gnu::always_inline]] void operator()(unsigned mask = 0xffffffffu) const { sync_warp(call, mask); }
};

}  // namespace halo_engine

#define HALO_CALL(name) (::halo_engine::Call{name, __COUNTER__, __LINE__, __FILE__})
#define __syncwarp ::halo_engine::SyncWarp{HALO_CALL("__syncwarp")}
#define __activemask() ::halo_engine::gather(HALO_CALL("__activemask"))
#define __all_sync(...) ::halo_engine::all_of(HALO_CALL("__all_sync"), __VA_ARGS__)
#define __any_sync(...) ::halo_engine::any_of(HALO_CALL("__any_sync"), __VA_ARGS__)
#define __ballot_sync(...) ::halo_engine::ballot(HALO_CALL("__ballot_sync"), __VA_ARGS__)
#define __shfl_sync(...) ::halo_engine::shuffle<::halo_engine::Shuffle::index>(HALO_CALL("__shfl_sync"), __VA_ARGS__)
#define __shfl_up_sync(...) ::halo_engine::shuffle<::halo_engine::Shuffle::up>(HALO_CALL("__shfl_up_sync"), __VA_ARGS__)
#define __shfl_down_sync(...) ::halo_engine::shuffle<::halo_engine::Shuffle::down>(HALO_CALL("__shfl_down_sync"), __VA_ARGS__)
#define __shfl_xor_sync(...) ::halo_engine::shuffle<::halo_engine::Shuffle::butterfly>(HALO_CALL("__shfl_xor_sync"), __VA_ARGS__)
#define __match_any_sync(...) ::halo_engine::match_any(HALO_CALL("__match_any_sync"), __VA_ARGS__)
#define __match_all_sync(...) ::halo_engine::match_all(HALO_CALL("__match_all_sync"), __VA_ARGS__)
#define __reduce_add_sync(...) ::halo_engine::reduced_sum(HALO_CALL("__reduce_add_sync"), __VA_ARGS__)
#define __reduce_min_sync(...) ::halo_engine::reduced_min(HALO_CALL("__reduce_min_sync"), __VA_ARGS__)
#define __reduce_max_sync(...) ::halo_engine::reduced_max(HALO_CALL("__reduce_max_sync"), __VA_ARGS__)
#define __reduce_and_sync(...) ::halo_engine::reduced_and(HALO_CALL("__reduce_and_sync"), __VA_ARGS__)
#define __reduce_or_sync(...) ::halo_engine::reduced_or(HALO_CALL("__reduce_or_sync"), __VA_ARGS__)
#define __reduce_xor_sync(...) ::halo_engine::reduced_xor(HALO_CALL("__reduce_xor_sync"), __VA_ARGS__)

// The forms without a mask, removed since Volta, where the lanes of a warp may diverge.
#define HALO_REMOVED(name)                                                                                             \
    template <class... Arguments>                                                                                      \
    [[gnu::error(#name " doesn't say which lanes take part and was removed from CUDA; use " #name "_sync(mask, …)")]]  \
    int name(Arguments...);
HALO_REMOVED(__shfl)
HALO_REMOVED(__shfl_up)
HALO_REMOVED(__shfl_down)
HALO_REMOVED(__shfl_xor)
HALO_REMOVED(__all)
HALO_REMOVED(__any)
HALO_REMOVED(__ballot)
#undef HALO_REMOVED
