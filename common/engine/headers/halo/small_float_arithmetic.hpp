// No #pragma once: half.hpp and bfloat16.hpp include this once each, with the names of their types.
//
// Sums and products of two such numbers are rounded from double, where they are exact or their error is far below the
// format's last place; quotients and square roots from double, which has more than twice the bits.

inline bool __hisnan(HALO_SMALL a) { return float(a) != float(a); }
inline int __hisinf(HALO_SMALL a) { return __builtin_isinf_sign(float(a)); }

inline HALO_SMALL __hadd(HALO_SMALL a, HALO_SMALL b) { return ::halo_engine::odd_fma(1.0f, a, b); }
inline HALO_SMALL __hsub(HALO_SMALL a, HALO_SMALL b) { return ::halo_engine::odd_fma(-1.0f, b, a); }
inline HALO_SMALL __hmul(HALO_SMALL a, HALO_SMALL b) { return double(float(a)) * double(float(b)); }
inline HALO_SMALL __hdiv(HALO_SMALL a, HALO_SMALL b) { return double(float(a)) / double(float(b)); }
inline HALO_SMALL __hfma(HALO_SMALL a, HALO_SMALL b, HALO_SMALL c) { return ::halo_engine::odd_fma(a, b, c); }
inline HALO_SMALL __hadd_rn(HALO_SMALL a, HALO_SMALL b) { return __hadd(a, b); }
inline HALO_SMALL __hsub_rn(HALO_SMALL a, HALO_SMALL b) { return __hsub(a, b); }
inline HALO_SMALL __hmul_rn(HALO_SMALL a, HALO_SMALL b) { return __hmul(a, b); }
inline HALO_SMALL __hneg(HALO_SMALL a) { return HALO_RAW{(unsigned short)(HALO_RAW(a).x ^ 0x8000)}; }
inline HALO_SMALL __habs(HALO_SMALL a) { return HALO_RAW{(unsigned short)(HALO_RAW(a).x & 0x7fff)}; }

namespace halo_engine {
/// Clamps to [0, 1]; NaN becomes 0.
inline HALO_SMALL saturate(HALO_SMALL a) { return float(a) > 1.0f ? HALO_SMALL(1.0f) : float(a) > 0.0f ? a : HALO_SMALL(0.0f); }
/// Clamps negative numbers to 0; NaN stays.
inline HALO_SMALL relu(HALO_SMALL a) { return float(a) < 0.0f ? HALO_SMALL(0.0f) : a; }
}  // namespace halo_engine
inline HALO_SMALL __hadd_sat(HALO_SMALL a, HALO_SMALL b) { return ::halo_engine::saturate(__hadd(a, b)); }
inline HALO_SMALL __hsub_sat(HALO_SMALL a, HALO_SMALL b) { return ::halo_engine::saturate(__hsub(a, b)); }
inline HALO_SMALL __hmul_sat(HALO_SMALL a, HALO_SMALL b) { return ::halo_engine::saturate(__hmul(a, b)); }
inline HALO_SMALL __hfma_sat(HALO_SMALL a, HALO_SMALL b, HALO_SMALL c) { return ::halo_engine::saturate(__hfma(a, b, c)); }
inline HALO_SMALL __hfma_relu(HALO_SMALL a, HALO_SMALL b, HALO_SMALL c) { return ::halo_engine::relu(__hfma(a, b, c)); }

// Here -0 is less than +0. __hmax ignores a NaN, __hmax_nan doesn't.
inline HALO_SMALL __hmax_nan(HALO_SMALL a, HALO_SMALL b)
{
    if (__hisnan(a) || __hisnan(b)) return HALO_RAW{0x7fff};
    if (float(a) == float(b)) return HALO_RAW(a).x & 0x8000 ? b : a;
    return float(a) < float(b) ? b : a;
}
inline HALO_SMALL __hmin_nan(HALO_SMALL a, HALO_SMALL b)
{
    if (__hisnan(a) || __hisnan(b)) return HALO_RAW{0x7fff};
    if (float(a) == float(b)) return HALO_RAW(a).x & 0x8000 ? a : b;
    return float(a) < float(b) ? a : b;
}
inline HALO_SMALL __hmax(HALO_SMALL a, HALO_SMALL b) { return __hmax_nan(__hisnan(a) ? b : a, __hisnan(b) ? a : b); }
inline HALO_SMALL __hmin(HALO_SMALL a, HALO_SMALL b) { return __hmin_nan(__hisnan(a) ? b : a, __hisnan(b) ? a : b); }

// Applies a function to both halves of a pair.
#define HALO_PAIR1(name) \
    inline HALO_SMALL2 name##2(HALO_SMALL2 a) { return {name(a.x), name(a.y)}; }
#define HALO_PAIR2(name, pair) \
    inline HALO_SMALL2 pair(HALO_SMALL2 a, HALO_SMALL2 b) { return {name(a.x, b.x), name(a.y, b.y)}; }
#define HALO_PAIR3(name, pair) \
    inline HALO_SMALL2 pair(HALO_SMALL2 a, HALO_SMALL2 b, HALO_SMALL2 c) { return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)}; }
HALO_PAIR1(__hneg)
HALO_PAIR1(__habs)
HALO_PAIR2(__hadd, __hadd2)
HALO_PAIR2(__hsub, __hsub2)
HALO_PAIR2(__hmul, __hmul2)
HALO_PAIR2(__hdiv, __h2div)
HALO_PAIR2(__hadd_rn, __hadd2_rn)
HALO_PAIR2(__hsub_rn, __hsub2_rn)
HALO_PAIR2(__hmul_rn, __hmul2_rn)
HALO_PAIR2(__hadd_sat, __hadd2_sat)
HALO_PAIR2(__hsub_sat, __hsub2_sat)
HALO_PAIR2(__hmul_sat, __hmul2_sat)
HALO_PAIR2(__hmax, __hmax2)
HALO_PAIR2(__hmin, __hmin2)
HALO_PAIR2(__hmax_nan, __hmax2_nan)
HALO_PAIR2(__hmin_nan, __hmin2_nan)
HALO_PAIR3(__hfma, __hfma2)
HALO_PAIR3(__hfma_sat, __hfma2_sat)
HALO_PAIR3(__hfma_relu, __hfma2_relu)
#undef HALO_PAIR1
#undef HALO_PAIR2
#undef HALO_PAIR3
inline HALO_SMALL2 __hisnan2(HALO_SMALL2 a) { return {HALO_SMALL(float(__hisnan(a.x))), HALO_SMALL(float(__hisnan(a.y)))}; }

/// a · b + c of complex numbers, real part first.
inline HALO_SMALL2 __hcmadd(HALO_SMALL2 a, HALO_SMALL2 b, HALO_SMALL2 c)
{
    return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

// Comparisons are false if a number is NaN; the forms with u are then true. For pairs: 1.0 or 0.0 each, bits, or one
// answer.
#define HALO_COMPARE(name, expression)                                                                                \
    inline bool __h##name(HALO_SMALL left, HALO_SMALL right)                                                          \
    {                                                                                                                 \
        const float a = left, b = right;                                                                              \
        return expression;                                                                                            \
    }                                                                                                                 \
    inline HALO_SMALL2 __h##name##2(HALO_SMALL2 a, HALO_SMALL2 b)                                                     \
    {                                                                                                                 \
        return {HALO_SMALL(float(__h##name(a.x, b.x))), HALO_SMALL(float(__h##name(a.y, b.y)))};                      \
    }                                                                                                                 \
    inline unsigned __h##name##2_mask(HALO_SMALL2 a, HALO_SMALL2 b)                                                   \
    {                                                                                                                 \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                       \
    }                                                                                                                 \
    inline bool __hb##name##2(HALO_SMALL2 a, HALO_SMALL2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
HALO_COMPARE(eq, a == b)
HALO_COMPARE(ne, a < b || a > b)
HALO_COMPARE(lt, a < b)
HALO_COMPARE(le, a <= b)
HALO_COMPARE(gt, a > b)
HALO_COMPARE(ge, a >= b)
HALO_COMPARE(equ, !(a < b || a > b))
HALO_COMPARE(neu, a != b)
HALO_COMPARE(ltu, !(a >= b))
HALO_COMPARE(leu, !(a > b))
HALO_COMPARE(gtu, !(a <= b))
HALO_COMPARE(geu, !(a < b))
#undef HALO_COMPARE

#define HALO_OPERATOR(op, function, function2)                                                                        \
    inline HALO_SMALL operator op(const HALO_SMALL& a, const HALO_SMALL& b) { return function(a, b); }                \
    inline HALO_SMALL& operator op##=(HALO_SMALL& a, const HALO_SMALL& b) { return a = function(a, b); }              \
    inline HALO_SMALL2 operator op(const HALO_SMALL2& a, const HALO_SMALL2& b) { return function2(a, b); }            \
    inline HALO_SMALL2& operator op##=(HALO_SMALL2& a, const HALO_SMALL2& b) { return a = function2(a, b); }
HALO_OPERATOR(+, __hadd, __hadd2)
HALO_OPERATOR(-, __hsub, __hsub2)
HALO_OPERATOR(*, __hmul, __hmul2)
HALO_OPERATOR(/, __hdiv, __h2div)
#undef HALO_OPERATOR
#define HALO_OPERATOR(op, function, function2)                                                          \
    inline bool operator op(const HALO_SMALL& a, const HALO_SMALL& b) { return function(a, b); }        \
    inline bool operator op(const HALO_SMALL2& a, const HALO_SMALL2& b) { return function2(a, b); }
HALO_OPERATOR(==, __heq, __hbeq2)
HALO_OPERATOR(!=, __hneu, __hbneu2)
HALO_OPERATOR(<, __hlt, __hblt2)
HALO_OPERATOR(<=, __hle, __hble2)
HALO_OPERATOR(>, __hgt, __hbgt2)
HALO_OPERATOR(>=, __hge, __hbge2)
#undef HALO_OPERATOR
inline HALO_SMALL operator+(const HALO_SMALL& a) { return a; }
inline HALO_SMALL operator-(const HALO_SMALL& a) { return __hneg(a); }
inline HALO_SMALL2 operator+(const HALO_SMALL2& a) { return a; }
inline HALO_SMALL2 operator-(const HALO_SMALL2& a) { return __hneg2(a); }
inline HALO_SMALL& operator++(HALO_SMALL& a) { return a = __hadd(a, HALO_SMALL(1.0f)); }
inline HALO_SMALL& operator--(HALO_SMALL& a) { return a = __hsub(a, HALO_SMALL(1.0f)); }
inline HALO_SMALL operator++(HALO_SMALL& a, int)
{
    const HALO_SMALL before = a;
    ++a;
    return before;
}
inline HALO_SMALL operator--(HALO_SMALL& a, int)
{
    const HALO_SMALL before = a;
    --a;
    return before;
}

// hsqrt, h2sqrt, …; `x` is exact.
#define HALO_FUNCTION(name, expression)                                                       \
    inline HALO_SMALL h##name(HALO_SMALL a)                                                   \
    {                                                                                         \
        const double x = float(a);                                                            \
        return HALO_SMALL(double(expression));                                                \
    }                                                                                         \
    inline HALO_SMALL2 h2##name(HALO_SMALL2 a) { return {h##name(a.x), h##name(a.y)}; }
HALO_FUNCTION(sqrt, sqrt(x))
HALO_FUNCTION(rsqrt, 1.0 / sqrt(x))
HALO_FUNCTION(rcp, 1.0 / x)
HALO_FUNCTION(exp, exp(x))
HALO_FUNCTION(exp2, exp2(x))
HALO_FUNCTION(exp10, exp10(x))
HALO_FUNCTION(log, log(x))
HALO_FUNCTION(log2, log2(x))
HALO_FUNCTION(log10, log10(x))
HALO_FUNCTION(sin, sin(x))
HALO_FUNCTION(cos, cos(x))
HALO_FUNCTION(tanh, tanh(x))
HALO_FUNCTION(ceil, ceil(x))
HALO_FUNCTION(floor, floor(x))
HALO_FUNCTION(trunc, trunc(x))
HALO_FUNCTION(rint, rint(x))
#undef HALO_FUNCTION
