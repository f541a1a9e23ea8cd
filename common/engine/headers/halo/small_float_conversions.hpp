// No #pragma once: half.hpp and bfloat16.hpp include this once each, with the names of their types, which are undefined
// at the end.

inline HALO_SMALL HALO_WORD(__float2, )(float x) { return HALO_SMALL(x); }
inline HALO_SMALL HALO_WORD(__double2, )(double x) { return HALO_SMALL(x); }
inline float HALO_WORD(__, 2float)(HALO_SMALL a) { return a; }

#define HALO_ROUNDED(suffix, rounding)                                                                                  \
    inline HALO_SMALL HALO_WORD(__float2, _##suffix)(float x) { return HALO_RAW{HALO_BITS(double(x), ::halo_engine::Rounding::rounding)}; } \
    inline HALO_SMALL HALO_WORD(__short2, _##suffix)(short x) { return HALO_RAW{HALO_BITS(double(x), ::halo_engine::Rounding::rounding)}; } \
    inline HALO_SMALL HALO_WORD(__ushort2, _##suffix)(unsigned short x) { return HALO_RAW{HALO_BITS(double(x), ::halo_engine::Rounding::rounding)}; } \
    inline HALO_SMALL HALO_WORD(__int2, _##suffix)(int x) { return HALO_RAW{HALO_BITS(double(x), ::halo_engine::Rounding::rounding)}; } \
    inline HALO_SMALL HALO_WORD(__uint2, _##suffix)(unsigned x) { return HALO_RAW{HALO_BITS(double(x), ::halo_engine::Rounding::rounding)}; } \
    inline HALO_SMALL HALO_WORD(__ll2, _##suffix)(long long x)                                                          \
    {                                                                                                                   \
        return HALO_RAW{HALO_BITS(::halo_engine::odd_double(x), ::halo_engine::Rounding::rounding)};                          \
    }                                                                                                                   \
    inline HALO_SMALL HALO_WORD(__ull2, _##suffix)(unsigned long long x)                                                \
    {                                                                                                                   \
        return HALO_RAW{HALO_BITS(::halo_engine::odd_double(x), ::halo_engine::Rounding::rounding)};                          \
    }                                                                                                                   \
    inline short HALO_WORD(__, 2short_##suffix)(HALO_SMALL a) { return ::halo_engine::clamped<short>(a, ::halo_engine::Rounding::rounding); } \
    inline unsigned short HALO_WORD(__, 2ushort_##suffix)(HALO_SMALL a) { return ::halo_engine::clamped<unsigned short>(a, ::halo_engine::Rounding::rounding); } \
    inline int HALO_WORD(__, 2int_##suffix)(HALO_SMALL a) { return ::halo_engine::to_int(float(a), ::halo_engine::Rounding::rounding); } \
    inline unsigned HALO_WORD(__, 2uint_##suffix)(HALO_SMALL a) { return ::halo_engine::to_uint(float(a), ::halo_engine::Rounding::rounding); } \
    inline long long HALO_WORD(__, 2ll_##suffix)(HALO_SMALL a) { return ::halo_engine::to_ll(float(a), ::halo_engine::Rounding::rounding); } \
    inline unsigned long long HALO_WORD(__, 2ull_##suffix)(HALO_SMALL a) { return ::halo_engine::to_ull(float(a), ::halo_engine::Rounding::rounding); }
HALO_ROUNDED(rn, nearest)
HALO_ROUNDED(rz, zero)
HALO_ROUNDED(ru, up)
HALO_ROUNDED(rd, down)
#undef HALO_ROUNDED
inline signed char HALO_WORD(__, 2char_rz)(HALO_SMALL a) { return ::halo_engine::clamped<signed char>(a); }
inline unsigned char HALO_WORD(__, 2uchar_rz)(HALO_SMALL a) { return ::halo_engine::clamped<unsigned char>(a); }

inline short HALO_WORD(__, _as_short)(HALO_SMALL a) { return short(HALO_RAW(a).x); }
inline unsigned short HALO_WORD(__, _as_ushort)(HALO_SMALL a) { return HALO_RAW(a).x; }
inline HALO_SMALL HALO_WORD(__short_as_, )(short x) { return HALO_RAW{(unsigned short)x}; }
inline HALO_SMALL HALO_WORD(__ushort_as_, )(unsigned short x) { return HALO_RAW{x}; }

// Pairs.
inline HALO_SMALL2 HALO_WORD2(make_, )(HALO_SMALL x, HALO_SMALL y) { return {x, y}; }
inline HALO_SMALL2 HALO_WORD2(__float2, _rn)(float x) { return {HALO_SMALL(x), HALO_SMALL(x)}; }
inline HALO_SMALL2 HALO_WORD2(__floats2, _rn)(float x, float y) { return {HALO_SMALL(x), HALO_SMALL(y)}; }
inline HALO_SMALL2 HALO_WORD2(__float22, _rn)(float2 v) { return {HALO_SMALL(v.x), HALO_SMALL(v.y)}; }
inline float2 HALO_2WORD2(__, float2)(HALO_SMALL2 a) { return {float(a.x), float(a.y)}; }
inline HALO_SMALL HALO_WORD(__low2, )(HALO_SMALL2 a) { return a.x; }
inline HALO_SMALL HALO_WORD(__high2, )(HALO_SMALL2 a) { return a.y; }
inline HALO_SMALL2 HALO_WORD2(__low2, )(HALO_SMALL2 a) { return {a.x, a.x}; }
inline HALO_SMALL2 HALO_WORD2(__high2, )(HALO_SMALL2 a) { return {a.y, a.y}; }
inline HALO_SMALL2 HALO_WORD2(__lows2, )(HALO_SMALL2 a, HALO_SMALL2 b) { return {a.x, b.x}; }
inline HALO_SMALL2 HALO_WORD2(__highs2, )(HALO_SMALL2 a, HALO_SMALL2 b) { return {a.y, b.y}; }
inline float __low2float(HALO_SMALL2 a) { return a.x; }
inline float __high2float(HALO_SMALL2 a) { return a.y; }
inline HALO_SMALL2 __lowhigh2highlow(HALO_SMALL2 a) { return {a.y, a.x}; }

#undef HALO_SMALL
#undef HALO_OTHER
#undef HALO_SMALL2
#undef HALO_RAW
#undef HALO_RAW2
#undef HALO_BITS
#undef HALO_VALUE
#undef HALO_WORD
#undef HALO_WORD2
#undef HALO_2WORD2
