#pragma once
// The complex numbers of cuComplex.h: x is the real part, y the imaginary one.
//
// Products are fused with sums where nvcc fuses them in device code, so that results equal a card's to the last bit, unless nvcc
// finds a product that two functions share: that one it does not fuse. Host code gets the same results here; with nvcc its sums
// are not fused.

#include <limits>

#include "math.hpp"
#include "vector_types.hpp"

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

namespace halo_engine {

inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

/// √(a² + b²), without overflow on the way.
template <class T>
inline T length_of(T a, T b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    const T large = a > b ? a : b, small = a > b ? b : a, ratio = small / large;
    constexpr T most = std::numeric_limits<T>::max();
    if (large == 0 || large > most || small > most) return large + small;
    return large * T(sqrt(fused(ratio, ratio, T(1))));
}

}  // namespace halo_engine

#define HALO_COMPLEX(Complex, T, f)                                                                                 \
    inline Complex make_##Complex(T real, T imaginary) { return {real, imaginary}; }                                \
    inline T cuCreal##f(Complex a) { return a.x; }                                                                  \
    inline T cuCimag##f(Complex a) { return a.y; }                                                                  \
    inline Complex cuConj##f(Complex a) { return {a.x, -a.y}; }                                                     \
    inline Complex cuCadd##f(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }                               \
    inline Complex cuCsub##f(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }                               \
    inline Complex cuCmul##f(Complex a, Complex b)                                                                  \
    {                                                                                                               \
        return {halo_engine::fused(a.x, b.x, -(a.y * b.y)), halo_engine::fused(a.x, b.y, a.y * b.x)};               \
    }                                                                                                               \
    /* a · b + c */                                                                                                 \
    inline Complex cuCfma##f(Complex a, Complex b, Complex c)                                                       \
    {                                                                                                               \
        return {halo_engine::fused(-a.y, b.y, halo_engine::fused(a.x, b.x, c.x)),                                   \
                halo_engine::fused(a.y, b.x, halo_engine::fused(a.x, b.y, c.y))};                                   \
    }                                                                                                               \
    /* Both are scaled by |b.x| + |b.y| first, against overflow. */                                                 \
    inline Complex cuCdiv##f(Complex a, Complex b)                                                                  \
    {                                                                                                               \
        const T scale = T(1) / ((b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y));                                   \
        const T ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                             \
        const T over = T(1) / halo_engine::fused(bx, bx, by * by);                                                  \
        return {halo_engine::fused(ax, bx, ay * by) * over, halo_engine::fused(ay, bx, -(ax * by)) * over};         \
    }                                                                                                               \
    inline T cuCabs##f(Complex a) { return halo_engine::length_of(a.x, a.y); }
HALO_COMPLEX(cuFloatComplex, float, f)
HALO_COMPLEX(cuDoubleComplex, double, )
#undef HALO_COMPLEX

inline cuComplex make_cuComplex(float real, float imaginary) { return {real, imaginary}; }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {double(a.x), double(a.y)}; }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return {float(a.x), float(a.y)}; }
