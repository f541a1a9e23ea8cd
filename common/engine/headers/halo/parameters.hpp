#pragma once
// How an argument reaches the CUDA threads. As on a card, the host makes the kernel's parameter once, and each thread gets its
// bits: threads run neither a copy constructor nor a destructor.
//
// Nothing here is instrumented: passing arguments is not a memory access of the kernel.

#include <cstddef>
#include <type_traits>

#define HALO_PASSING [[gnu::no_sanitize("thread"), gnu::always_inline]] inline

namespace halo_engine {

template <class T>
constexpr bool can_be_copied = std::is_copy_constructible<T>::value;
/// Copying, moving and destroying a T runs no code of the program. Any other T is passed, and returned, by the address of an object
/// that belongs to the caller (Itanium C++ ABI, "non-trivial for the purposes of calls").
template <class T>
constexpr bool is_only_bits = std::is_trivially_destructible<T>::value && (can_be_copied<T> || std::is_move_constructible<T>::value) &&
                              (!can_be_copied<T> || std::is_trivially_copy_constructible<T>::value) &&
                              (!std::is_move_constructible<T>::value || std::is_trivially_move_constructible<T>::value);

/// `function`, called with the addresses that stand for objects. g++ must not know which function it is: it would take the call of
/// another type to be impossible.
template <class Function>
HALO_PASSING Function called_as(void (*function)())
{
    __asm__("" : "+r"(function));
    return reinterpret_cast<Function>(function);
}

template <class T>
struct alignas(T) Bits {
    unsigned char bytes[sizeof(T)];
};
template <class T>
HALO_PASSING const Bits<T>& bits_of(const T& object)
{
    return reinterpret_cast<const Bits<T>&>(object);
}
template <class T>
[[gnu::no_sanitize("thread")]] Bits<T>* copy_bits(Bits<T>* target, const T* source)
{
    *target = bits_of(*source);
    return target;
}

constexpr std::size_t kMostParameterBytes = 32764;    // since CUDA 12.1
/// Above this size g++ would copy a parameter by memcpy, which is watched: for the kernel the host's parameter is out of bounds.
constexpr std::size_t kLargeParameter = 8192;

/// A large parameter, copied without memcpy from the host's into the thread's memory.
template <class T>
[[gnu::no_sanitize("thread")]] T large_parameter(const T& of_launch)
{
    __attribute__((uninitialized)) Bits<T> bits;
    void* target = &bits;
    const void* source = __builtin_addressof(of_launch);
    std::size_t bytes = sizeof(T);
    __asm__ volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(bytes) : : "memory");
    return reinterpret_cast<T&&>(bits);
}

/// One thread's parameter, for a kernel of known type.
template <class T, bool = is_only_bits<T>>
struct Parameter {
    using Passed = T;
    T& of_launch;

    HALO_PASSING Passed pass()
    {
        if constexpr (can_be_copied<T> && sizeof(T) > kLargeParameter) return large_parameter(of_launch);
        else if constexpr (can_be_copied<T>) return of_launch;
        else return static_cast<T&&>(of_launch);
    }
};
template <class T>
struct Parameter<T, false> {
    using Passed = Bits<T>*;
    Bits<T> bits;

    HALO_PASSING explicit Parameter(const T& of_launch) : bits(bits_of(of_launch)) {}
    HALO_PASSING Passed pass() { return &bits; }
};

/// An argument for a kernel whose type is decided by the call in each thread, because it is overloaded or its template arguments
/// are deduced. `Held`: T, or a reference to a temporary object, or to one that can't be copied.
template <class T, class Held = T, bool = is_only_bits<T> && can_be_copied<T>>
struct Argument {
    T value;

    HALO_PASSING T operator()() const
    {
        if constexpr (sizeof(T) > kLargeParameter) return large_parameter(value);
        else return value;
    }
};
template <class T, class Held>
struct Argument<T, Held, false> {
    Held held;

#if __cplusplus >= 201703L
    using Passed = T;
#else
    using Passed = std::conditional_t<std::is_move_constructible<T>::value, T, const T&>;   // C++14 returns no object that can't be moved
#endif
    [[gnu::no_sanitize("thread")]] Passed operator()() const
    {
        if constexpr (std::is_reference<Passed>::value) return held;
        else if constexpr (is_only_bits<T>) return static_cast<T&&>(held);
        else return called_as<T (*)(const T*)>(reinterpret_cast<void (*)()>(copy_bits<T>))(__builtin_addressof(held));
    }
};

/// Evaluated once, by the host.
template <class T, std::enable_if_t<is_only_bits<T> && can_be_copied<T>, int> = 0>
HALO_PASSING Argument<T> argument(T value)
{
    return {value};
}
template <class T, class Plain = std::decay_t<T>, std::enable_if_t<!(is_only_bits<Plain> && can_be_copied<Plain>), int> = 0>
HALO_PASSING auto argument(T&& object)
{
    constexpr bool copied = std::is_lvalue_reference<T>::value && can_be_copied<Plain>;
    return Argument<Plain, std::conditional_t<copied, Plain, std::remove_reference_t<T>&>>{object};
}

/// The running thread leaves the kernel, without destructors.
[[noreturn]] void return_from_kernel();

/// Ends the kernel's call: here g++ would destroy the parameters, which on a card is the host's part.
template <class... T, class... Held, bool... plain>
HALO_PASSING void keep_parameters(const Argument<T, Held, plain>&...)
{
    if constexpr (!(is_only_bits<T> && ...)) return_from_kernel();
}

}  // namespace halo_engine
