#pragma once
// Atomic functions, for the types that CUDA supports. All act as relaxed atomics of the whole machine; to the watchers, the _block forms are
// atomic for the threads of one block alone, and the _system forms differ only in name.

#include "memory_functions.hpp"

namespace halo_engine {

/// Reports an atomic access to the watchers; `atomic_update` performs the operation itself.
void note_atomic(void* address, unsigned bytes, const void* site) noexcept;
/// The thread's next atomic access is so for the threads of its block alone.
void note_block_scope() noexcept;
/// The thread's latest atomic access was a compare-and-swap.
void note_swap(bool failed) noexcept;
/// It was an exchange: unless the old value is used, it is a store.
void note_exchange() noexcept;
/// Returns the old value of an exchange, and notes that it is used: the compiler leaves out the call where it is not.
[[gnu::const]] unsigned long long old_value(unsigned long long old) noexcept;

enum class Scope { device, block };

template <Scope scope, class T, class Change>
[[gnu::no_sanitize("thread"), gnu::noinline]] T atomic_update(T* address, Change change)
{
    if constexpr (scope == Scope::block) note_block_scope();
    note_atomic(address, sizeof(T), __builtin_return_address(0));
    T old;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    for (;;) {
        T wanted = change(old);
        if (__atomic_compare_exchange(address, &old, &wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return old;
    }
}

template <Scope scope, class T>
[[gnu::no_sanitize("thread"), gnu::noinline]] T compare_and_swap(T* address, T expected, T value)
{
    if constexpr (scope == Scope::block) note_block_scope();
    note_atomic(address, sizeof(T), __builtin_return_address(0));
    T old = expected;
    const bool swapped = __atomic_compare_exchange(address, &old, &value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    note_swap(!swapped);
    return old;
}

template <Scope scope, class T>
[[gnu::no_sanitize("thread"), gnu::noinline]] T exchange(T* address, T value)
{
    if constexpr (scope == Scope::block) note_block_scope();
    note_atomic(address, sizeof(T), __builtin_return_address(0));
    T old;
    __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED);
    note_exchange();
    return old;
}

/// Always inlined, as add_one. Without optimisation it is not known whether the old value is used, so it is taken as unused.
template <Scope scope, class T>
[[gnu::always_inline]] inline T exchanged_value(T* address, T value)
{
    const T old = exchange<scope>(address, value);
#if !defined(__OPTIMIZE__)
    return old;
#else
    if constexpr (is_same<T, float>)
        return __builtin_bit_cast(float, unsigned(old_value(__builtin_bit_cast(unsigned, old))));
    else
        return T(old_value((unsigned long long)old));
#endif
}

/// Integers wrap around, as on a card.
template <class T>
[[gnu::no_sanitize("thread")]] inline T sum_of(T a, T b)
{
    if constexpr (is_integer<T>)
        return T(std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b));
    else
        return a + b;
}

using Ull = unsigned long long;

// The headers of __half and __nv_bfloat16 specialise can_add.
template <class T> inline constexpr bool can_add = is_one_of<T, int, unsigned, Ull, float, double>;
template <> inline constexpr bool can_add<float2> = true;
template <> inline constexpr bool can_add<float4> = true;
template <class T> inline constexpr bool can_subtract = is_one_of<T, int, unsigned>;
template <class T> inline constexpr bool can_exchange = is_one_of<T, int, unsigned, Ull, float>;
template <class T> inline constexpr bool can_compare = is_one_of<T, int, unsigned, long long, Ull>;
template <class T> inline constexpr bool can_count = is_same<T, unsigned>;
template <class T> inline constexpr bool can_combine = is_one_of<T, int, unsigned, Ull>;
template <class T> inline constexpr bool can_swap = is_one_of<T, int, unsigned, Ull, unsigned short>;

/// Always inlined: the call of atomic_update must be in the student's function, where the watchers look for its line.
template <Scope scope, class T>
[[gnu::always_inline]] inline T add_one(T* address, T value)
{
    return atomic_update<scope>(address, [value](T old) __attribute__((no_sanitize("thread"))) -> T { return sum_of(old, value); });
}

/// atomicAdd of a vector is one atomic addition per component; the vector as a whole is not updated atomically.
template <Scope scope, class T>
[[gnu::always_inline]] inline T add_atomically(T* p, T value)
{
    if constexpr (is_same<T, float2>)
        return {add_one<scope>(&p->x, value.x), add_one<scope>(&p->y, value.y)};
    else if constexpr (is_same<T, float4>)
        return {add_one<scope>(&p->x, value.x), add_one<scope>(&p->y, value.y), add_one<scope>(&p->z, value.z), add_one<scope>(&p->w, value.w)};
    else
        return add_one<scope>(p, value);
}

}  // namespace halo_engine

// The name and its _block and _system forms; for other types an error at the caller's line.
#define HALO_ATOMIC_NAME(name, of, allowed, types, result)                                                    \
    template <class T>                                                                                        \
    [[gnu::always_inline]] inline std::enable_if_t<::halo_engine::allowed<T>, T> name(                        \
        T* address, ::halo_engine::Given<T> value)                                                            \
    {                                                                                                         \
        constexpr auto scope = ::halo_engine::Scope::of;                                                      \
        return result;                                                                                        \
    }                                                                                                         \
    template <class T>                                                                                        \
    [[gnu::error(#name " takes a pointer to " types "; for other types use a loop around atomicCAS")]]        \
    std::enable_if_t<!::halo_engine::allowed<T>, T> name(T*, ::halo_engine::Given<T>);
#define HALO_ATOMIC(name, allowed, types, result)                    \
    HALO_ATOMIC_NAME(name, device, allowed, types, result)           \
    HALO_ATOMIC_NAME(name##_block, block, allowed, types, result)    \
    HALO_ATOMIC_NAME(name##_system, device, allowed, types, result)
#define HALO_UPDATED(expression)                                                                              \
    ::halo_engine::atomic_update<scope>(address, [value](T old) __attribute__((no_sanitize("thread"))) -> T { return expression; })

HALO_ATOMIC(atomicAdd, can_add, "int, unsigned, unsigned long long, float, double, __half or __nv_bfloat16 (and float2, float4, __half2, __nv_bfloat162)",
            ::halo_engine::add_atomically<scope>(address, value))
HALO_ATOMIC(atomicSub, can_subtract, "int or unsigned", HALO_UPDATED(T(unsigned(old) - unsigned(value))))
HALO_ATOMIC(atomicExch, can_exchange, "int, unsigned, unsigned long long or float", (::halo_engine::exchanged_value<scope, T>(address, value)))
HALO_ATOMIC(atomicMin, can_compare, "int, unsigned, long long or unsigned long long", HALO_UPDATED(value < old ? value : old))
HALO_ATOMIC(atomicMax, can_compare, "int, unsigned, long long or unsigned long long", HALO_UPDATED(old < value ? value : old))
HALO_ATOMIC(atomicInc, can_count, "unsigned", HALO_UPDATED(old >= value ? T(0) : T(old + 1)))
HALO_ATOMIC(atomicDec, can_count, "unsigned", HALO_UPDATED(old == 0 || old > value ? value : T(old - 1)))
HALO_ATOMIC(atomicAnd, can_combine, "int, unsigned or unsigned long long", HALO_UPDATED(T(old & value)))
HALO_ATOMIC(atomicOr, can_combine, "int, unsigned or unsigned long long", HALO_UPDATED(T(old | value)))
HALO_ATOMIC(atomicXor, can_combine, "int, unsigned or unsigned long long", HALO_UPDATED(T(old ^ value)))
#undef HALO_ATOMIC
#undef HALO_ATOMIC_NAME
#undef HALO_UPDATED

#define HALO_ATOMIC_CAS(name, scope)                                                                                    \
    template <class T>                                                                                                  \
    [[gnu::always_inline]] inline std::enable_if_t<::halo_engine::can_swap<T>, T> name(                                 \
        T* address, ::halo_engine::Given<T> expected, ::halo_engine::Given<T> value)                                    \
    {                                                                                                                   \
        return ::halo_engine::compare_and_swap<::halo_engine::Scope::scope, T>(address, expected, value);               \
    }                                                                                                                   \
    template <class T>                                                                                                  \
    [[gnu::error(#name " takes a pointer to int, unsigned, unsigned long long or unsigned short; "                      \
                       "for float and double use __float_as_int, __double_as_longlong")]]                               \
    std::enable_if_t<!::halo_engine::can_swap<T>, T> name(T*, ::halo_engine::Given<T>, ::halo_engine::Given<T>);
HALO_ATOMIC_CAS(atomicCAS, device)
HALO_ATOMIC_CAS(atomicCAS_block, block)
HALO_ATOMIC_CAS(atomicCAS_system, device)
#undef HALO_ATOMIC_CAS
