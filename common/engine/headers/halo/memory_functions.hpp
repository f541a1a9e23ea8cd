#pragma once
// Loads and stores with a cache hint, and fences. Hints have no effect here: these are watched and counted as plain
// accesses.

#include "standards.hpp"
#include "vector_types.hpp"
#include "warp_runtime.hpp"

namespace halo_engine {

template <class T, class... Types>
inline constexpr bool is_one_of = (is_same<T, Types> || ...);

/// The types that __ldg and the like accept: numbers, and vectors that one instruction can move. The headers of __half
/// and __nv_bfloat16 add theirs.
template <class T>
inline constexpr bool is_loadable =
    is_one_of<T, char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long, long long,
              unsigned long long, float, double, char2, char4, uchar2, uchar4, short2, short4, ushort2, ushort4, int2, int4,
              uint2, uint4, longlong2, ulonglong2, float2, float4, double2>;

}  // namespace halo_engine

// An error attribute reports a wrong type at the caller's line; a static_assert would point here.
#define HALO_LOAD(name)                                                                                        \
    template <class T>                                                                                         \
    [[gnu::always_inline]] inline std::enable_if_t<::halo_engine::is_loadable<T>, T> name(const T* address)    \
    {                                                                                                          \
        return *address;                                                                                       \
    }                                                                                                          \
    template <class T>                                                                                         \
    [[gnu::error(#name " takes pointers to numbers and to vectors of two or four of them")]]                   \
    std::enable_if_t<!::halo_engine::is_loadable<T>, T> name(const T*);
HALO_LOAD(__ldg)
HALO_LOAD(__ldca)
HALO_LOAD(__ldcg)
HALO_LOAD(__ldcs)
HALO_LOAD(__ldcv)
HALO_LOAD(__ldlu)
#undef HALO_LOAD

#define HALO_STORE(name)                                                                                       \
    template <class T>                                                                                         \
    [[gnu::always_inline]] inline std::enable_if_t<::halo_engine::is_loadable<T>> name(                        \
        T* address, ::halo_engine::Given<T> value)                                                             \
    {                                                                                                          \
        *address = value;                                                                                      \
    }                                                                                                          \
    template <class T>                                                                                         \
    [[gnu::error(#name " takes pointers to numbers and to vectors of two or four of them")]]                   \
    std::enable_if_t<!::halo_engine::is_loadable<T>> name(T*, ::halo_engine::Given<T>);
HALO_STORE(__stwb)
HALO_STORE(__stcg)
HALO_STORE(__stcs)
HALO_STORE(__stwt)
#undef HALO_STORE

[[gnu::no_sanitize("thread")]] inline void __threadfence()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    ::halo_engine::note_fence(false);
}
[[gnu::no_sanitize("thread")]] inline void __threadfence_block()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    ::halo_engine::note_fence(true);
}
[[gnu::no_sanitize("thread")]] inline void __threadfence_system() { __threadfence(); }
