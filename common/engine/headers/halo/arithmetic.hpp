#pragma once
// Arithmetic of device code that C++ leaves undefined and PTX does not. The translator writes these words into expressions, where their precedence is right:
//
//     a << n           →   a << ::halo_engine::by << n                 a shift by the width or more leaves 0, or the sign
//     (int)x           →   (int)(::halo_engine::Saturated<int>)x       a number beyond the integer's range becomes its last one, NaN 0
//     int i = x;       →   int i = ::halo_engine::to<int> = x;

#include "rounding.hpp"
#include "standards.hpp"

namespace halo_engine {

struct By {};
constexpr By by{};

template <class T> inline constexpr bool is_shifted = is_integer<T> || std::is_enum<T>::value;

/// The left operand of a shift, promoted.
template <class T>
struct Left {
    T value;
};
template <class T>
struct Right {
    T value;
};

template <class T, std::enable_if_t<is_shifted<T>, int> = 0>
[[gnu::always_inline]] constexpr auto operator<<(T value, By) -> Left<decltype(value << 1)>
{
    return {value};
}
template <class T, std::enable_if_t<is_shifted<T>, int> = 0>
[[gnu::always_inline]] constexpr auto operator>>(T value, By) -> Right<decltype(value >> 1)>
{
    return {value};
}
template <class T, class N, std::enable_if_t<is_shifted<T> && is_shifted<N>, int> = 0>
[[gnu::always_inline]] constexpr T operator<<(Left<T> left, N n)
{
    return unsigned(n) < 8 * sizeof(T) ? T(std::make_unsigned_t<T>(left.value) << unsigned(n)) : T(0);
}
template <class T, class N, std::enable_if_t<is_shifted<T> && is_shifted<N>, int> = 0>
[[gnu::always_inline]] constexpr T operator>>(Right<T> right, N n)
{
    return unsigned(n) < 8 * sizeof(T) ? T(right.value >> unsigned(n)) : T(right.value < 0 ? -1 : 0);
}

/// A shift of a class: its own operator.
template <class T, std::enable_if_t<!is_shifted<std::decay_t<T>>, int> = 0>
[[gnu::always_inline]] constexpr Left<T&&> operator<<(T&& value, By)
{
    return {static_cast<T&&>(value)};
}
template <class T, std::enable_if_t<!is_shifted<std::decay_t<T>>, int> = 0>
[[gnu::always_inline]] constexpr Right<T&&> operator>>(T&& value, By)
{
    return {static_cast<T&&>(value)};
}
template <class T, class N, std::enable_if_t<!is_shifted<T>, int> = 0>
[[gnu::always_inline]] constexpr auto operator<<(Left<T> left, N&& n) -> decltype(static_cast<T&&>(left.value) << static_cast<N&&>(n))
{
    return static_cast<T&&>(left.value) << static_cast<N&&>(n);
}
template <class T, class N, std::enable_if_t<!is_shifted<T>, int> = 0>
[[gnu::always_inline]] constexpr auto operator>>(Right<T> right, N&& n) -> decltype(static_cast<T&&>(right.value) >> static_cast<N&&>(n))
{
    return static_cast<T&&>(right.value) >> static_cast<N&&>(n);
}

// As `cvt.rzi`: the last parameter's type.
#define HALO_TRUNCATED(R, low, high, otherwise)                                                                                        \
    [[gnu::always_inline]] constexpr R truncated(float x, R) { return x > low && x < high ? static_cast<R>(x) : otherwise(x, Rounding::zero); }     \
    [[gnu::always_inline]] constexpr R truncated(double x, R) { return x > low && x < high ? static_cast<R>(x) : otherwise(x, Rounding::zero); }
HALO_TRUNCATED(int, -2147483648.0f, 2147483648.0f, to_int)
HALO_TRUNCATED(unsigned, -1.0f, 4294967296.0f, to_uint)
HALO_TRUNCATED(long long, -9223372036854775808.0f, 9223372036854775808.0f, to_ll)
HALO_TRUNCATED(unsigned long long, -1.0f, 18446744073709551616.0f, to_ull)
#undef HALO_TRUNCATED

/// The integer that a card converts to first, of which a smaller type takes the lower bits.
template <class T>
using Converted = std::conditional_t<std::is_signed<T>::value, std::conditional_t<sizeof(T) == 8, long long, int>,
                                     std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>>;

template <class T>
struct Saturated {
    T value;
    [[gnu::always_inline]] constexpr Saturated(float x) : value(T(truncated(x, Converted<T>()))) {}
    [[gnu::always_inline]] constexpr Saturated(double x) : value(T(truncated(x, Converted<T>()))) {}
    template <class Other>
    [[gnu::always_inline]] constexpr Saturated(Other x) : value((T)x) {}
    [[gnu::always_inline]] constexpr operator T() const { return value; }
};

template <class T>
struct To {
    [[gnu::always_inline]] constexpr T operator=(float x) const { return Saturated<T>(x).value; }
    [[gnu::always_inline]] constexpr T operator=(double x) const { return Saturated<T>(x).value; }
    template <class Other>
    [[gnu::always_inline]] constexpr Other operator=(Other x) const
    {
        return x;
    }
};
template <class T>
constexpr To<T> to{};

}  // namespace halo_engine
