#pragma once
// Numbers of 8 bits: e4m3 (4 bits of exponent, 3 of fraction) and e5m2. They only convert: arithmetic is that of the wider type.

#include "bfloat16.hpp"
#include "half.hpp"

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned;

/// What becomes of a number that is larger than the format's largest: infinity (in e4m3 NaN), or the largest.
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace halo_engine {

constexpr Fp8 format_of(__nv_fp8_interpretation_t kind) { return kind == __NV_E4M3 ? Fp8::e4m3 : Fp8::e5m2; }

/// The first of two or four numbers is in the low bits.
constexpr __nv_fp8x2_storage_t packed(__nv_fp8_storage_t low, __nv_fp8_storage_t high) { return __nv_fp8x2_storage_t(high << 8 | low); }
constexpr __nv_fp8x4_storage_t packed_four(__nv_fp8x2_storage_t low, __nv_fp8x2_storage_t high)
{
    return __nv_fp8x4_storage_t(high) << 16 | low;
}

}  // namespace halo_engine

inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    return halo_engine::fp8_bits(x, halo_engine::format_of(kind), saturate == __NV_SATFINITE);
}
/// A NaN loses its sign and its bits.
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    return x != x ? __nv_fp8_storage_t(0x7f) : __nv_cvt_double_to_fp8(double(x), saturate, kind);
}
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(halo_engine::half_value(x.x), saturate, kind);
}
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(halo_engine::bfloat16_value(x.x), saturate, kind);
}

#define HALO_FP8_PAIR(name, Pair, one, Part)                                                                                   \
    inline __nv_fp8x2_storage_t name(Pair x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)                       \
    {                                                                                                                          \
        return halo_engine::packed(one(Part{x.x}, saturate, kind), one(Part{x.y}, saturate, kind));                            \
    }
HALO_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8, double)
HALO_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8, float)
HALO_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8, __half_raw)
HALO_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat16_raw)
#undef HALO_FP8_PAIR

/// Exact.
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind)
{
    return __half(halo_engine::fp8_value(x, halo_engine::format_of(kind)));
}
inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind)
{
    return {__nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t(x), kind).x, __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t(x >> 8), kind).x};
}

// The types. Conversions to them clamp, and all are explicit.
#define HALO_FP8(name, kind)                                                                                                   \
    struct __nv_fp8_##name {                                                                                                   \
        __nv_fp8_storage_t __x;                                                                                                \
        __nv_fp8_##name() = default;                                                                                           \
        explicit __nv_fp8_##name(__half x) : __x(__nv_cvt_halfraw_to_fp8(x, __NV_SATFINITE, kind)) {}                          \
        explicit __nv_fp8_##name(__nv_bfloat16 x) : __x(__nv_cvt_bfloat16raw_to_fp8(x, __NV_SATFINITE, kind)) {}               \
        explicit __nv_fp8_##name(double x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, kind)) {}                           \
        template <class T, std::enable_if_t<halo_engine::is_number<T>, int> = 0>                                               \
        explicit __nv_fp8_##name(T x) : __x(__nv_cvt_float_to_fp8(float(x), __NV_SATFINITE, kind))                             \
        {                                                                                                                      \
        }                                                                                                                      \
        explicit operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, kind); }                                        \
        explicit operator __nv_bfloat16() const { return __nv_bfloat16(float(*this)); }                                        \
        explicit operator float() const { return halo_engine::fp8_value(__x, halo_engine::format_of(kind)); }                  \
        explicit operator double() const { return double(float(*this)); }                                                      \
        explicit operator bool() const { return (__x & 0x7f) != 0; }                                                           \
        template <class T, std::enable_if_t<halo_engine::is_integer<T>, int> = 0>                                              \
        explicit operator T() const                                                                                            \
        {                                                                                                                      \
            return T(__half(*this));                                                                                           \
        }                                                                                                                      \
    };                                                                                                                         \
    struct alignas(2) __nv_fp8x2_##name {                                                                                      \
        __nv_fp8x2_storage_t __x;                                                                                              \
        __nv_fp8x2_##name() = default;                                                                                         \
        explicit __nv_fp8x2_##name(__half2 x) : __x(__nv_cvt_halfraw2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                    \
        explicit __nv_fp8x2_##name(__nv_bfloat162 x) : __x(__nv_cvt_bfloat16raw2_to_fp8x2(x, __NV_SATFINITE, kind)) {}         \
        explicit __nv_fp8x2_##name(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                       \
        explicit __nv_fp8x2_##name(double2 x) : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                     \
        explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, kind); }                                    \
        explicit operator float2() const { return __half22float2(__half2(*this)); }                                            \
    };                                                                                                                         \
    struct alignas(4) __nv_fp8x4_##name {                                                                                      \
        __nv_fp8x4_storage_t __x;                                                                                              \
        __nv_fp8x4_##name() = default;                                                                                         \
        explicit __nv_fp8x4_##name(__half2 low, __half2 high)                                                                  \
            : __x(halo_engine::packed_four(__nv_fp8x2_##name(low).__x, __nv_fp8x2_##name(high).__x))                           \
        {                                                                                                                      \
        }                                                                                                                      \
        explicit __nv_fp8x4_##name(__nv_bfloat162 low, __nv_bfloat162 high)                                                    \
            : __x(halo_engine::packed_four(__nv_fp8x2_##name(low).__x, __nv_fp8x2_##name(high).__x))                           \
        {                                                                                                                      \
        }                                                                                                                      \
        explicit __nv_fp8x4_##name(float4 x)                                                                                   \
            : __x(halo_engine::packed_four(__nv_fp8x2_##name(float2{x.x, x.y}).__x, __nv_fp8x2_##name(float2{x.z, x.w}).__x))  \
        {                                                                                                                      \
        }                                                                                                                      \
        explicit __nv_fp8x4_##name(double4 x)                                                                                  \
            : __x(halo_engine::packed_four(__nv_fp8x2_##name(double2{x.x, x.y}).__x, __nv_fp8x2_##name(double2{x.z, x.w}).__x)) \
        {                                                                                                                      \
        }                                                                                                                      \
        explicit operator float4() const                                                                                       \
        {                                                                                                                      \
            const float2 low(__half22float2(__nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t(__x), kind)));                     \
            const float2 high(__half22float2(__nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t(__x >> 16), kind)));              \
            return {low.x, low.y, high.x, high.y};                                                                             \
        }                                                                                                                      \
    };
HALO_FP8(e4m3, __NV_E4M3)
HALO_FP8(e5m2, __NV_E5M2)
#undef HALO_FP8
