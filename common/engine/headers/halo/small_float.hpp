#pragma once
// Conversions between numbers and the formats of 16 and 8 bits.

#include <cstdint>
#include <limits>

#include "rounding.hpp"

namespace halo_engine {

/// Bits of the nearest number of the format, or of the neighbour selected by `rounding`. NaN becomes 0x7fff.
std::uint16_t half_bits(double x, Rounding rounding = Rounding::nearest) noexcept;
std::uint16_t bfloat16_bits(double x, Rounding rounding = Rounding::nearest) noexcept;
/// Exact. A NaN stays a NaN.
float half_value(std::uint16_t bits) noexcept;
float bfloat16_value(std::uint16_t bits) noexcept;

/// e4m3 has no infinity, and one NaN of each sign.
enum class Fp8 { e4m3, e5m2 };
/// Bits of the nearest number of the format. A larger one becomes the format's largest if `clamp`, else infinity or NaN.
std::uint8_t fp8_bits(double x, Fp8 format, bool clamp) noexcept;
/// Exact. A NaN becomes a NaN without sign.
float fp8_value(std::uint8_t bits, Fp8 format) noexcept;

/// A double that rounds to 16 bits as the integer does: its last bit is 1 if it is inexact.
double odd_double(long long x) noexcept;
double odd_double(unsigned long long x) noexcept;
/// Likewise for a · b + c, whose product is exact.
double odd_fma(float a, float b, float c) noexcept;

/// Rounds towards zero and clamps to the integer's range; NaN becomes 0. For 8 and 16 bits.
template <class Int>
inline Int clamped(float x, Rounding rounding = Rounding::zero)
{
    const int whole = to_int(x, rounding);
    using Limits = std::numeric_limits<Int>;
    return whole < Limits::min() ? Limits::min() : whole > Limits::max() ? Limits::max() : Int(whole);
}

}  // namespace halo_engine
