#pragma once
// Functions of device code: loads with hints, atomics, and the mathematics that CUDA declares globally.

#include <bit>
#include <cmath>
#include <type_traits>

#include "api.hpp"
#include "warp_runtime.hpp"

namespace halo_cpu {

/// Tells the watchers of an atomic access; the operation itself is done by `atomic_update`.
void note_atomic(void* address, unsigned bytes, const void* site) noexcept;

template <class T, class Change>
[[gnu::no_sanitize("thread"), gnu::noinline]] T atomic_update(T* address, Change change)
{
    note_atomic(address, sizeof(T), __builtin_return_address(0));
    T old;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    for (;;) {
        T wanted = change(old);
        if (__atomic_compare_exchange(address, &old, &wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return old;
    }
}

}  // namespace halo_cpu

// A thread's own accesses are in order here, and those of others are ordered by barriers; with an atomic behind it, a
// fence hands over to other blocks what was written before.
inline void __threadfence() { ::halo_cpu::note_fence(); }
inline void __threadfence_block() {}
inline void __threadfence_system() { ::halo_cpu::note_fence(); }

template <class T>
inline T __ldg(const T* address)
{
    return *address;
}

#define HALO_ATOMIC(name, expression)                                                                     \
    template <class T>                                                                                    \
    [[gnu::always_inline]] inline T name(T* address, std::type_identity_t<T> value)                       \
    {                                                                                                     \
        return ::halo_cpu::atomic_update(                                                                \
            address, [value](T old) __attribute__((no_sanitize("thread"))) -> T { return expression; });  \
    }
HALO_ATOMIC(atomicAdd, T(old + value))
HALO_ATOMIC(atomicSub, T(old - value))
HALO_ATOMIC(atomicExch, (static_cast<void>(old), value))
HALO_ATOMIC(atomicMin, value < old ? value : old)
HALO_ATOMIC(atomicMax, old < value ? value : old)
HALO_ATOMIC(atomicAnd, T(old & value))
HALO_ATOMIC(atomicOr, T(old | value))
HALO_ATOMIC(atomicXor, T(old ^ value))
HALO_ATOMIC(atomicInc, old >= value ? T(0) : T(old + 1))
HALO_ATOMIC(atomicDec, old == 0 || old > value ? value : T(old - 1))
#undef HALO_ATOMIC

template <class T>
[[gnu::always_inline]] inline T atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> value)
{
    return ::halo_cpu::atomic_update(
        address, [expected, value](T old) __attribute__((no_sanitize("thread"))) -> T { return old == expected ? value : old; });
}

// CUDA declares min and max globally, for mixed arithmetic types too.
template <class A, class B>
    requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
constexpr auto min(A a, B b) -> std::common_type_t<A, B>
{
    using T = std::common_type_t<A, B>;
    return T(b) < T(a) ? T(b) : T(a);
}
template <class A, class B>
    requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
constexpr auto max(A a, B b) -> std::common_type_t<A, B>
{
    using T = std::common_type_t<A, B>;
    return T(a) < T(b) ? T(b) : T(a);
}

inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline float __int2float_rn(int x) { return float(x); }
inline int __float2int_rn(float x) { return int(std::nearbyint(x)); }
inline int __float2int_rz(float x) { return int(x); }
inline float __saturatef(float x) { return x > 1.0f ? 1.0f : x > 0.0f ? x : 0.0f; }  // NaN becomes 0
inline int __popc(unsigned x) { return std::popcount(x); }
inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __clz(int x) { return std::countl_zero(unsigned(x)); }
inline int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(unsigned(x)) + 1; }

inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fsqrt_rn(float x) { return std::sqrt(x); }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __powf(float a, float b) { return std::pow(a, b); }
inline unsigned __umul24(unsigned a, unsigned b) { return a * b; }
inline float __expf(float x) { return std::exp(x); }
inline float __logf(float x) { return std::log(x); }
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __fdividef(float a, float b) { return a / b; }
inline int __mul24(int a, int b) { return a * b; }
