#pragma once
// __nv_bfloat16 and __nv_bfloat162: like __half, with the exponent range of float and 8 significant bits.

#include "atomics.hpp"
#include "math.hpp"
#include "small_float.hpp"
#include "warp.hpp"

struct alignas(2) __nv_bfloat16_raw { unsigned short x; };
struct alignas(4) __nv_bfloat162_raw { unsigned short x, y; };

struct __half;

#define HALO_SMALL __nv_bfloat16
#define HALO_OTHER __half
#define HALO_SMALL2 __nv_bfloat162
#define HALO_RAW __nv_bfloat16_raw
#define HALO_RAW2 __nv_bfloat162_raw
#define HALO_BITS ::halo_engine::bfloat16_bits
#define HALO_VALUE ::halo_engine::bfloat16_value
#define HALO_WORD(a, b) a##bfloat16##b
#define HALO_WORD2(a, b) a##bfloat162##b
#define HALO_2WORD2(a, b) a##bfloat1622##b
#include "small_float_type.hpp"
#include "small_float_arithmetic.hpp"
#include "small_float_conversions.hpp"

inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
