// Converts half (5 bits of exponent, 10 of fraction), bfloat16 (8 and 7), e5m2 and e4m3 from and to wider numbers.

#include "engine/headers/halo/small_float.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace halo_engine {
namespace {

template <int kExponentBits, int kFractionBits>
struct Format {
    static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
    static constexpr std::uint16_t kInfinity = ((1u << kExponentBits) - 1) << kFractionBits;

    static std::uint16_t bits(double x, Rounding rounding)
    {
        if (std::isnan(x)) return 0x7fff;
        const bool negative = std::signbit(x);
        const std::uint16_t sign = negative ? 0x8000 : 0;
        const double size = std::fabs(x);
        if (std::isinf(x)) return sign | kInfinity;
        if (size == 0.0) return sign;

        // In units of the last place, which no longer shrinks below the smallest normal number.
        const int exponent = std::max(std::ilogb(size), 1 - kBias);
        const double units = std::ldexp(size, kFractionBits - exponent);   // exact, below 2^(kFractionBits + 1)
        const double whole = std::floor(units), rest = units - whole;
        const bool odd = std::fmod(whole, 2.0) != 0.0;
        bool away = false;
        switch (rounding) {
        case Rounding::nearest: away = rest > 0.5 || (rest == 0.5 && odd); break;
        case Rounding::zero: break;
        case Rounding::up: away = rest > 0.0 && !negative; break;
        case Rounding::down: away = rest > 0.0 && negative; break;
        }
        if (exponent > kBias) {   // larger than every number of the format
            const bool stays = rounding == Rounding::zero || (rounding == Rounding::up && negative) ||
                               (rounding == Rounding::down && !negative);
            return sign | (stays ? kInfinity - 1 : kInfinity);
        }
        // The hidden bit adds 1 to the exponent field, and a carry out of the fraction another, which correctly leads up
        // to infinity.
        const auto fraction = static_cast<unsigned>(whole) + away;
        return static_cast<std::uint16_t>(sign | (((exponent + kBias - 1) << kFractionBits) + fraction));
    }

    static float value(std::uint16_t bits)
    {
        const int exponent = (bits & 0x7fff) >> kFractionBits, fraction = bits & ((1 << kFractionBits) - 1);
        const float size = exponent == (1 << kExponentBits) - 1 ? (fraction == 0 ? INFINITY : NAN)
                           : exponent == 0 ? std::ldexp(float(fraction), 1 - kBias - kFractionBits)
                                           : std::ldexp(float(fraction + (1 << kFractionBits)), exponent - kBias - kFractionBits);
        return (bits & 0x8000) != 0 ? -size : size;
    }
};
using Half = Format<5, 10>;
using Bfloat16 = Format<8, 7>;

struct Layout {
    int fraction_bits, bias;
    unsigned largest, beyond;   ///< the codes of the largest number, and of those that are larger
    int exponent_of(unsigned code) const { return std::max(int(code >> fraction_bits), 1) - bias; }
};
constexpr Layout layout(Fp8 format) { return format == Fp8::e4m3 ? Layout{3, 7, 0x7e, 0x7f} : Layout{2, 15, 0x7b, 0x7c}; }

/// `nearest`, made odd if `error` (exact - nearest) isn't 0: rounding it again then gives the same as rounding once.
double made_odd(double nearest, double error)
{
    if (error == 0.0 || !std::isfinite(nearest)) return nearest;
    if ((std::bit_cast<std::uint64_t>(nearest) & 1) != 0) return nearest;
    return std::nextafter(nearest, error > 0 ? INFINITY : -INFINITY);
}

}  // namespace

std::uint16_t half_bits(double x, Rounding rounding) noexcept { return Half::bits(x, rounding); }
std::uint16_t bfloat16_bits(double x, Rounding rounding) noexcept { return Bfloat16::bits(x, rounding); }
float half_value(std::uint16_t bits) noexcept { return Half::value(bits); }
float bfloat16_value(std::uint16_t bits) noexcept { return Bfloat16::value(bits); }

std::uint8_t fp8_bits(double x, Fp8 format, bool clamp) noexcept
{
    const Layout f = layout(format);
    const unsigned sign = std::signbit(x) ? 0x80 : 0;
    if (std::isnan(x))   // e5m2 keeps the begin of the fraction
        return std::uint8_t(sign | (format == Fp8::e4m3 ? 0x7f : 0x7e | (std::bit_cast<std::uint64_t>(x) >> 50 & 3)));
    const double size = std::fabs(x);
    if (size == 0.0) return std::uint8_t(sign);
    const unsigned most = clamp ? f.largest : f.beyond;
    if (size > 0x1p16) return std::uint8_t(sign | most);
    const int exponent = std::max(std::ilogb(size), 1 - f.bias);
    const double units = std::ldexp(size, f.fraction_bits - exponent), rest = units - std::floor(units);
    unsigned code = (unsigned(exponent + f.bias - 1) << f.fraction_bits) + unsigned(units);
    if (rest > 0.5 || (rest == 0.5 && (code & 1) != 0)) ++code;
    return std::uint8_t(sign | (code > f.largest ? most : code));
}
float fp8_value(std::uint8_t bits, Fp8 format) noexcept
{
    const Layout f = layout(format);
    const unsigned code = bits & 0x7f, fraction = code & ((1u << f.fraction_bits) - 1);
    if (code > f.largest && (format == Fp8::e4m3 || fraction != 0)) return NAN;
    const unsigned hidden = code >> f.fraction_bits == 0 ? 0 : 1u << f.fraction_bits;
    const float size = code > f.largest ? INFINITY : std::ldexp(float(hidden + fraction), f.exponent_of(code) - f.fraction_bits);
    return (bits & 0x80) != 0 ? -size : size;
}

// The two 32-bit halves are exact, and so is the rounding error of their sum.
double odd_double(unsigned long long x) noexcept
{
    const double high = double(x >> 32) * 0x1p32, low = double(x & 0xffffffffu), sum = high + low;
    return made_odd(sum, low - (sum - high));
}
double odd_double(long long x) noexcept
{
    return x < 0 ? -odd_double(0 - static_cast<unsigned long long>(x)) : odd_double(static_cast<unsigned long long>(x));
}
double odd_fma(float a, float b, float c) noexcept
{
    const double product = double(a) * double(b), sum = product + double(c), part = sum - product;
    return made_odd(sum, (product - (sum - part)) + (double(c) - part));
}

}  // namespace halo_engine
