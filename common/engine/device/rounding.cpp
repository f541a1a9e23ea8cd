// Directed rounding without the processor's rounding mode: a kernel may be stopped at any moment, and would leave the
// mode changed.

#include "engine/headers/halo/rounding.hpp"

#include <cmath>
#include <limits>

namespace halo_engine {
namespace {

// Twice as wide as the operands plus two bits, so that products are exact. Quad is 128 bits on every machine.
typedef float Quad __attribute__((mode(TF)));
template <class T>
struct Wide;
template <>
struct Wide<float> {
    using type = double;
};
template <>
struct Wide<double> {
    using type = Quad;
};

/// The sign of a + b - nearest, exactly. Knuth's two-sum: a + b = sum + lost; nearest is so close that sum - nearest
/// is exact, and a multiple of sum's last bit: if it isn't 0 it outweighs `lost`.
template <class W>
int sign_of_error(W a, W b, W nearest)
{
    const W sum = a + b, part = sum - a;
    const W lost = (a - (sum - part)) + (b - part);
    const W rest = sum - nearest;
    const W error = rest != 0 ? rest : lost;
    return error > 0 ? 1 : error < 0 ? -1 : 0;
}

/// `nearest`, or the neighbour selected by `rounding`. `error`: the sign of exact - nearest.
template <class T>
T adjusted(T nearest, int error, Rounding rounding)
{
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    if (std::isinf(nearest)) error = nearest > 0 ? -1 : 1;  // overflow: the exact result is finite
    switch (rounding) {
    case Rounding::nearest: break;
    case Rounding::zero:
        if (error != 0 && std::signbit(nearest) == (error > 0)) return std::nextafter(nearest, T(0));
        break;
    case Rounding::up:
        if (error > 0) return std::nextafter(nearest, kInfinity);
        break;
    case Rounding::down:
        if (error < 0) return std::nextafter(nearest, -kInfinity);
        break;
    }
    return nearest;
}

/// a + b, not both 0 and each exact, given the nearest result. A sum that cancels is -0 when rounding down.
template <class T, class W>
T adjusted_sum(W a, W b, T nearest, Rounding rounding)
{
    const int error = std::isinf(nearest) ? 0 : sign_of_error<W>(a, b, nearest);
    if (nearest == 0 && error == 0 && rounding == Rounding::down) return -T(0);
    return adjusted(nearest, error, rounding);
}

template <class T>
T add(T a, T b, Rounding rounding)
{
    const T nearest = a + b;
    if (rounding == Rounding::nearest || !std::isfinite(a) || !std::isfinite(b)) return nearest;
    if (a == 0 && b == 0) return rounding == Rounding::down && (std::signbit(a) || std::signbit(b)) ? -T(0) : nearest;
    using W = typename Wide<T>::type;
    return adjusted_sum<T, W>(a, b, nearest, rounding);
}

template <class T>
T fma_of(T a, T b, T c, Rounding rounding)
{
    const T nearest = std::fma(a, b, c);
    if (rounding == Rounding::nearest || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c)) return nearest;
    using W = typename Wide<T>::type;
    const W product = W(a) * W(b);
    if (product == 0 && c == 0)
        return rounding == Rounding::down && ((std::signbit(a) != std::signbit(b)) || std::signbit(c)) ? -T(0) : nearest;
    return adjusted_sum<T, W>(product, c, nearest, rounding);
}

template <class T>
T multiply(T a, T b, Rounding rounding)
{
    const T nearest = a * b;
    if (rounding == Rounding::nearest || !std::isfinite(a) || !std::isfinite(b)) return nearest;
    using W = typename Wide<T>::type;
    return adjusted(nearest, std::isinf(nearest) ? 0 : sign_of_error<W>(W(a) * W(b), W(0), nearest), rounding);
}

template <class T>
T divide(T a, T b, Rounding rounding)
{
    const T nearest = a / b;
    if (rounding == Rounding::nearest || !std::isfinite(a) || !std::isfinite(b) || b == 0) return nearest;
    using W = typename Wide<T>::type;
    // a/b - q has the sign of (a - q·b)/b, and q·b is exact.
    const int remainder = std::isinf(nearest) ? 0 : sign_of_error<W>(a, -(W(nearest) * W(b)), W(0));
    return adjusted(nearest, std::signbit(b) ? -remainder : remainder, rounding);
}

template <class T>
T square_root(T x, Rounding rounding)
{
    const T nearest = std::sqrt(x);
    if (rounding == Rounding::nearest || !std::isfinite(nearest)) return nearest;
    using W = typename Wide<T>::type;
    return adjusted(nearest, sign_of_error<W>(x, -(W(nearest) * W(nearest)), W(0)), rounding);
}

/// `x` is exact.
template <class T, class From>
T converted(From x, Rounding rounding)
{
    const T nearest = T(x);
    if (nearest != nearest || (std::isinf(nearest) && From(nearest) == x)) return nearest;
    const Quad error = std::isinf(nearest) ? Quad(0) : Quad(x) - Quad(nearest);
    return adjusted(nearest, error > 0 ? 1 : error < 0 ? -1 : 0, rounding);
}

template <class Int, class Float>
Int to_integer(Float x, Rounding rounding)
{
    constexpr bool wide = sizeof(Int) == 8 || sizeof(Float) == 8;
    if (x != x) return wide ? Int(std::make_unsigned_t<Int>(1) << (8 * sizeof(Int) - 1)) : Int(0);
    const Float whole = rounding == Rounding::nearest ? std::nearbyint(x)
                        : rounding == Rounding::zero  ? std::trunc(x)
                        : rounding == Rounding::up    ? std::ceil(x)
                                                      : std::floor(x);
    using Limits = std::numeric_limits<Int>;
    // The first number that is too large is a power of two, hence exact.
    if (whole >= std::ldexp(Float(1), Limits::digits)) return Limits::max();
    if (whole < Float(Limits::min())) return Limits::min();
    return Int(whole);
}

}  // namespace

#define HALO_DEFINE(T)                                                                                   \
    T rounded_add(T a, T b, Rounding rounding) { return add(a, b, rounding); }                           \
    T rounded_multiply(T a, T b, Rounding rounding) { return multiply(a, b, rounding); }                 \
    T rounded_divide(T a, T b, Rounding rounding) { return divide(a, b, rounding); }                     \
    T rounded_fma(T a, T b, T c, Rounding rounding) { return fma_of(a, b, c, rounding); }                \
    T rounded_sqrt(T x, Rounding rounding) { return square_root(x, rounding); }                          \
    int to_int(T x, Rounding rounding) { return to_integer<int>(x, rounding); }                          \
    unsigned to_uint(T x, Rounding rounding) { return to_integer<unsigned>(x, rounding); }               \
    long long to_ll(T x, Rounding rounding) { return to_integer<long long>(x, rounding); }               \
    unsigned long long to_ull(T x, Rounding rounding) { return to_integer<unsigned long long>(x, rounding); }
HALO_DEFINE(float)
HALO_DEFINE(double)
#undef HALO_DEFINE

float to_float(double x, Rounding rounding)
{
    return converted<float>(x, rounding);
}
float to_float(long long x, Rounding rounding) { return converted<float>(Quad(x), rounding); }
float to_float(unsigned long long x, Rounding rounding) { return converted<float>(Quad(x), rounding); }
double to_double(long long x, Rounding rounding) { return converted<double>(Quad(x), rounding); }
double to_double(unsigned long long x, Rounding rounding) { return converted<double>(Quad(x), rounding); }

}  // namespace halo_engine
