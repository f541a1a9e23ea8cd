#pragma once
// Mathematical functions that CUDA declares globally and the C++ library lacks.
//
// Results are as accurate as libm's. A card's __expf, __sinf and the like are fast approximations (__sinf: errors up to
// 2^-21.4 in [-π, π], and more outside); here they are the accurate functions.

#include <math.h>    // libstdc++'s: puts sqrt(float), abs(float) … into the global namespace, as CUDA does
#include <stdlib.h>

#include "rounding.hpp"
#include "standards.hpp"

namespace halo_engine {

/// min and max ignore a NaN, as fminf and fmaxf do; -0 is less than 0.
template <class T>
constexpr T smaller(T a, T b)
{
    if constexpr (is_float<T>) return a != a || b < a || (a == b && __builtin_signbit(b)) ? b : a;
    return b < a ? b : a;
}
template <class T>
constexpr T larger(T a, T b)
{
    if constexpr (is_float<T>) return a != a || a < b || (a == b && __builtin_signbit(a)) ? b : a;
    return a < b ? b : a;
}

}  // namespace halo_engine

// With a constraint, g++'s message about a wrong argument is one line.
#ifdef __cpp_concepts
#define HALO_OF_NUMBERS(A, B) template <class A, class B> requires(halo_engine::is_number<A> && halo_engine::is_number<B>)
#else
#define HALO_OF_NUMBERS(A, B) template <class A, class B, class = std::enable_if_t<halo_engine::is_number<A> && halo_engine::is_number<B>>>
#endif

// CUDA declares min and max globally, for mixed arithmetic types too.
HALO_OF_NUMBERS(A, B)
constexpr auto min(A a, B b) -> std::common_type_t<A, B>
{
    return halo_engine::smaller<std::common_type_t<A, B>>(a, b);
}
HALO_OF_NUMBERS(A, B)
constexpr auto max(A a, B b) -> std::common_type_t<A, B>
{
    return halo_engine::larger<std::common_type_t<A, B>>(a, b);
}
#undef HALO_OF_NUMBERS

// Defined in device/mathematics.cpp. The float functions round the double results.
#define HALO_UNARY(name)                                                       \
    double name(double x) noexcept;                                            \
    inline float name##f(float x) noexcept { return float(name(double(x))); }  \
    inline float name(float x) noexcept { return name##f(x); }
HALO_UNARY(rsqrt)             ///< 1/√x
HALO_UNARY(rcbrt)             ///< 1/∛x
HALO_UNARY(sinpi)             ///< sin(πx)
HALO_UNARY(cospi)
HALO_UNARY(erfinv)
HALO_UNARY(erfcinv)
HALO_UNARY(erfcx)             ///< exp(x²)·erfc(x)
HALO_UNARY(normcdf)           ///< of the standard normal distribution
HALO_UNARY(normcdfinv)
HALO_UNARY(cyl_bessel_i0)
HALO_UNARY(cyl_bessel_i1)
#undef HALO_UNARY

double rhypot(double x, double y) noexcept;
double norm3d(double x, double y, double z) noexcept;
double rnorm3d(double x, double y, double z) noexcept;
double norm4d(double x, double y, double z, double w) noexcept;
double rnorm4d(double x, double y, double z, double w) noexcept;
inline float rhypotf(float x, float y) noexcept { return float(rhypot(x, y)); }
inline float rhypot(float x, float y) noexcept { return rhypotf(x, y); }
inline float norm3df(float x, float y, float z) noexcept { return float(norm3d(x, y, z)); }
inline float rnorm3df(float x, float y, float z) noexcept { return float(rnorm3d(x, y, z)); }
inline float norm4df(float x, float y, float z, float w) noexcept { return float(norm4d(x, y, z, w)); }
inline float rnorm4df(float x, float y, float z, float w) noexcept { return float(rnorm4d(x, y, z, w)); }

/// √Σp[i]². Inline, so that the loads count as the kernel's own.
inline double norm(int count, const double* p) noexcept
{
    double length = 0.0;
    for (int i = 0; i < count; ++i) length = hypot(length, p[i]);
    return length;
}
inline float normf(int count, const float* p) noexcept
{
    double squares = 0.0;   // the square of any float fits
    for (int i = 0; i < count; ++i) squares += double(p[i]) * double(p[i]);
    return float(sqrt(squares));
}
inline double rnorm(int count, const double* p) noexcept { return 1.0 / norm(count, p); }
inline float rnormf(int count, const float* p) noexcept { return float(1.0 / double(normf(count, p))); }

inline void sincospi(double x, double* sine, double* cosine) noexcept
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) noexcept
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}
inline float fdividef(float a, float b) noexcept { return a / b; }

// Approximations on a card.
inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return exp10f(x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __powf(float a, float b) { return exp2f(b * log2f(a)); }  // NaN below 0, and for 0 to the power of 0
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline float __tanhf(float x) { return tanhf(x); }
inline void __sincosf(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
inline float __fdividef(float a, float b)
{
    const bool huge = __builtin_fabsf(b) > 0x1p126f && !__builtin_isinf(b);     // whose reciprocal is taken for 0
    return huge ? a * __builtin_copysignf(0.0f, b) : a / b;
}
inline float __saturatef(float x) { return x > 1.0f ? 1.0f : x > 0.0f ? x : 0.0f; }  // NaN becomes 0
