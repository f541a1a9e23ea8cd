#pragma once
// Arithmetic and conversions with a named rounding: __fadd_rz, __double2float_ru, …
//
// The processor's rounding mode is not changed: the nearest result is computed first, then moved to its neighbour if the
// exact result is on the other side (device/rounding.cpp).

namespace halo_engine {

enum class Rounding { nearest, zero, up, down };

float rounded_add(float a, float b, Rounding);
float rounded_multiply(float a, float b, Rounding);
float rounded_divide(float a, float b, Rounding);
float rounded_fma(float a, float b, float c, Rounding);
float rounded_sqrt(float x, Rounding);
double rounded_add(double a, double b, Rounding);
double rounded_multiply(double a, double b, Rounding);
double rounded_divide(double a, double b, Rounding);
double rounded_fma(double a, double b, double c, Rounding);
double rounded_sqrt(double x, Rounding);

float to_float(double x, Rounding);
float to_float(long long x, Rounding);
float to_float(unsigned long long x, Rounding);
double to_double(long long x, Rounding);
double to_double(unsigned long long x, Rounding);

/// Converts like a card: clamps to the integer's range. NaN becomes 0, or the sign bit alone if the number or the integer
/// has 64 bits.
int to_int(float x, Rounding);
unsigned to_uint(float x, Rounding);
long long to_ll(float x, Rounding);
unsigned long long to_ull(float x, Rounding);
int to_int(double x, Rounding);
unsigned to_uint(double x, Rounding);
long long to_ll(double x, Rounding);
unsigned long long to_ull(double x, Rounding);

}  // namespace halo_engine

#define HALO_ROUNDED(suffix, rounding)                                                                                     \
    inline float __fadd_##suffix(float a, float b) { return ::halo_engine::rounded_add(a, b, ::halo_engine::Rounding::rounding); } \
    inline float __fsub_##suffix(float a, float b) { return ::halo_engine::rounded_add(a, -b, ::halo_engine::Rounding::rounding); } \
    inline float __fmul_##suffix(float a, float b) { return ::halo_engine::rounded_multiply(a, b, ::halo_engine::Rounding::rounding); } \
    inline float __fdiv_##suffix(float a, float b) { return ::halo_engine::rounded_divide(a, b, ::halo_engine::Rounding::rounding); } \
    inline float __fmaf_##suffix(float a, float b, float c) { return ::halo_engine::rounded_fma(a, b, c, ::halo_engine::Rounding::rounding); } \
    inline float __frcp_##suffix(float x) { return ::halo_engine::rounded_divide(1.0f, x, ::halo_engine::Rounding::rounding); }  \
    inline float __fsqrt_##suffix(float x) { return ::halo_engine::rounded_sqrt(x, ::halo_engine::Rounding::rounding); }         \
    inline double __dadd_##suffix(double a, double b) { return ::halo_engine::rounded_add(a, b, ::halo_engine::Rounding::rounding); } \
    inline double __dsub_##suffix(double a, double b) { return ::halo_engine::rounded_add(a, -b, ::halo_engine::Rounding::rounding); } \
    inline double __dmul_##suffix(double a, double b) { return ::halo_engine::rounded_multiply(a, b, ::halo_engine::Rounding::rounding); } \
    inline double __ddiv_##suffix(double a, double b) { return ::halo_engine::rounded_divide(a, b, ::halo_engine::Rounding::rounding); } \
    inline double __fma_##suffix(double a, double b, double c) { return ::halo_engine::rounded_fma(a, b, c, ::halo_engine::Rounding::rounding); } \
    inline double __drcp_##suffix(double x) { return ::halo_engine::rounded_divide(1.0, x, ::halo_engine::Rounding::rounding); } \
    inline double __dsqrt_##suffix(double x) { return ::halo_engine::rounded_sqrt(x, ::halo_engine::Rounding::rounding); }       \
    inline float __double2float_##suffix(double x) { return ::halo_engine::to_float(x, ::halo_engine::Rounding::rounding); }     \
    inline float __int2float_##suffix(int x) { return ::halo_engine::to_float((long long)x, ::halo_engine::Rounding::rounding); } \
    inline float __uint2float_##suffix(unsigned x) { return ::halo_engine::to_float((long long)x, ::halo_engine::Rounding::rounding); } \
    inline float __ll2float_##suffix(long long x) { return ::halo_engine::to_float(x, ::halo_engine::Rounding::rounding); }      \
    inline float __ull2float_##suffix(unsigned long long x) { return ::halo_engine::to_float(x, ::halo_engine::Rounding::rounding); } \
    inline double __ll2double_##suffix(long long x) { return ::halo_engine::to_double(x, ::halo_engine::Rounding::rounding); }   \
    inline double __ull2double_##suffix(unsigned long long x) { return ::halo_engine::to_double(x, ::halo_engine::Rounding::rounding); } \
    inline int __float2int_##suffix(float x) { return ::halo_engine::to_int(x, ::halo_engine::Rounding::rounding); }             \
    inline unsigned __float2uint_##suffix(float x) { return ::halo_engine::to_uint(x, ::halo_engine::Rounding::rounding); }      \
    inline long long __float2ll_##suffix(float x) { return ::halo_engine::to_ll(x, ::halo_engine::Rounding::rounding); }         \
    inline unsigned long long __float2ull_##suffix(float x) { return ::halo_engine::to_ull(x, ::halo_engine::Rounding::rounding); } \
    inline int __double2int_##suffix(double x) { return ::halo_engine::to_int(x, ::halo_engine::Rounding::rounding); }           \
    inline unsigned __double2uint_##suffix(double x) { return ::halo_engine::to_uint(x, ::halo_engine::Rounding::rounding); }    \
    inline long long __double2ll_##suffix(double x) { return ::halo_engine::to_ll(x, ::halo_engine::Rounding::rounding); }       \
    inline unsigned long long __double2ull_##suffix(double x) { return ::halo_engine::to_ull(x, ::halo_engine::Rounding::rounding); }
HALO_ROUNDED(rn, nearest)
HALO_ROUNDED(rz, zero)
HALO_ROUNDED(ru, up)
HALO_ROUNDED(rd, down)
#undef HALO_ROUNDED

inline double __int2double_rn(int x) { return double(x); }
inline double __uint2double_rn(unsigned x) { return double(x); }
inline float __frsqrt_rn(float x) { return float(1.0 / __builtin_sqrt(double(x))); }
