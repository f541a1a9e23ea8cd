#pragma once
// __half and __half2. Each operation is computed exactly or in double, and rounded once to the format; transcendental
// functions are more accurate than a card's.

#include "atomics.hpp"
#include "math.hpp"
#include "small_float.hpp"
#include "warp.hpp"

struct alignas(2) __half_raw { unsigned short x; };
struct alignas(4) __half2_raw { unsigned short x, y; };

struct __nv_bfloat16;

#define HALO_SMALL __half
#define HALO_OTHER __nv_bfloat16
#define HALO_SMALL2 __half2
#define HALO_RAW __half_raw
#define HALO_RAW2 __half2_raw
#define HALO_BITS ::halo_engine::half_bits
#define HALO_VALUE ::halo_engine::half_value
#define HALO_WORD(a, b) a##half##b        // __int2half_rn
#define HALO_WORD2(a, b) a##half2##b      // __float2half2_rn
#define HALO_2WORD2(a, b) a##half22##b    // __half22float2
#include "small_float_type.hpp"
#include "small_float_arithmetic.hpp"
#include "small_float_conversions.hpp"

inline __half2 __half2half2(__half a) { return {a, a}; }
inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }

using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
