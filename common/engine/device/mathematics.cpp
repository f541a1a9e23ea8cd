// Functions that CUDA has and libm lacks. long double has the few extra bits that an argument of exp or erfc needs.

#include "engine/headers/halo/math.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr long double kPi = std::numbers::pi_v<long double>;
constexpr long double kSqrtPi = 1.0L / std::numbers::inv_sqrtpi_v<long double>;
constexpr long double kSqrt2 = std::numbers::sqrt2_v<long double>;

/// The argument of sin(π·x) and cos(π·x) as quarter turns (mod 4) and a rest in [-1/4, 1/4].
struct Turn {
    int quarters;
    long double rest;
};
Turn reduced(double x)
{
    const double turns = std::fmod(x, 2.0);          // exact
    const double quarters = std::nearbyint(2.0 * turns);
    return {int(quarters) & 3, static_cast<long double>(turns) - 0.5L * quarters};
}
double sine_of(const Turn& turn)
{
    const long double angle = kPi * turn.rest;
    switch (turn.quarters) {
    case 0: return double(std::sin(angle));
    case 1: return double(std::cos(angle));
    case 2: return double(-std::sin(angle));
    default: return double(-std::cos(angle));
    }
}

/// The x with erfc(x) = y, for 0 < y ≤ 1: Halley's method on log erfc, which is nearly a parabola, so that it converges
/// from a rough start even for the smallest y.
long double inverse_erfc(long double y)
{
    const long double log_y = std::log(y);
    long double x = y > 0.5L ? (1.0L - y) * kSqrtPi / 2.0L : std::sqrt(-log_y);
    for (int step = 0; step < 60; ++step) {
        const long double tail = std::erfc(x);
        const long double slope = -2.0L / kSqrtPi * std::exp(-x * x) / tail;   // of log erfc
        const long double change = (std::log(tail) - log_y) / slope;
        x -= change;
        if (!(std::fabs(change) > 1e-17L * std::fabs(x))) break;
    }
    return x;
}

/// The x with erf(x) = y, for |y| ≤ 1/2, where erfc would lose precision for small y.
long double inverse_erf_inside(long double y)
{
    long double x = y * kSqrtPi / 2.0L;
    for (int step = 0; step < 60; ++step) {
        const long double change = (std::erf(x) - y) * kSqrtPi / 2.0L * std::exp(x * x);
        x -= change;
        if (!(std::fabs(change) > 1e-18L * std::fabs(x))) break;
    }
    return x;
}

/// I_order(x) by the power series, whose terms all have one sign.
double bessel_i(int order, double x)
{
    if (std::isnan(x)) return x;
    const long double half = std::fabs(static_cast<long double>(x)) / 2.0L;
    if (half > 400.0L) return order == 1 && x < 0 ? -kInfinity : kInfinity;   // double overflows at 713
    long double term = order == 0 ? 1.0L : half, sum = term;
    for (int k = 1; term > sum * 1e-21L; ++k) {
        term *= half * half / (static_cast<long double>(k) * (k + order));
        sum += term;
    }
    return double(order == 1 && x < 0 ? -sum : sum);
}

}  // namespace

double rsqrt(double x) noexcept { return double(1.0L / std::sqrt(static_cast<long double>(x))); }
double rcbrt(double x) noexcept { return double(1.0L / std::cbrt(static_cast<long double>(x))); }

double sinpi(double x) noexcept
{
    if (!std::isfinite(x)) return kNaN;
    const double sine = sine_of(reduced(x));
    return sine == 0.0 ? std::copysign(0.0, x) : sine;
}
double cospi(double x) noexcept
{
    if (!std::isfinite(x)) return kNaN;
    Turn turn = reduced(std::fabs(x));
    turn.quarters = (turn.quarters + 1) & 3;
    const double cosine = sine_of(turn);
    return cosine == 0.0 ? 0.0 : cosine;
}

double erfinv(double y) noexcept
{
    const double size = std::fabs(y);
    if (!(size <= 1.0)) return kNaN;
    if (size == 1.0) return std::copysign(kInfinity, y);
    if (size == 0.0) return y;
    if (size <= 0.5) return double(inverse_erf_inside(y));
    return std::copysign(double(inverse_erfc(1.0L - static_cast<long double>(size))), y);
}
double erfcinv(double y) noexcept
{
    if (!(y >= 0.0 && y <= 2.0)) return kNaN;
    if (y == 0.0) return kInfinity;
    if (y == 2.0) return -kInfinity;
    if (y >= 0.5 && y <= 1.5) return y == 1.0 ? 0.0 : double(inverse_erf_inside(1.0L - static_cast<long double>(y)));
    return y < 1.0 ? double(inverse_erfc(y)) : -double(inverse_erfc(2.0L - static_cast<long double>(y)));
}
double erfcx(double x) noexcept
{
    if (std::isnan(x)) return x;
    const long double t = x;
    if (x < 25.0) return x < -27.0 ? kInfinity : double(std::exp(t * t) * std::erfc(t));
    // The asymptotic series: 1/(x√π) · (1 - 1/(2x²) + 3/(4x⁴) - …). Its terms quickly fall below the last bit.
    const long double q = 1.0L / (2.0L * t * t);
    return double((1.0L - q * (1.0L - 3.0L * q * (1.0L - 5.0L * q * (1.0L - 7.0L * q)))) / (t * kSqrtPi));
}

double normcdf(double x) noexcept { return double(0.5L * std::erfc(-static_cast<long double>(x) / kSqrt2)); }
double normcdfinv(double y) noexcept
{
    if (!(y >= 0.0 && y <= 1.0)) return kNaN;
    if (y == 0.0) return -kInfinity;
    if (y == 1.0) return kInfinity;
    if (y == 0.5) return 0.0;
    const long double p = y;
    if (p > 0.25L && p < 0.75L) return double(kSqrt2 * inverse_erf_inside(2.0L * p - 1.0L));
    return p < 0.5L ? double(-kSqrt2 * inverse_erfc(2.0L * p)) : double(kSqrt2 * inverse_erfc(2.0L - 2.0L * p));
}

double cyl_bessel_i0(double x) noexcept { return bessel_i(0, x); }
double cyl_bessel_i1(double x) noexcept { return bessel_i(1, x); }

double norm3d(double x, double y, double z) noexcept { return std::hypot(x, std::hypot(y, z)); }  // infinity beside a NaN, too
double norm4d(double x, double y, double z, double w) noexcept { return std::hypot(std::hypot(x, y), std::hypot(z, w)); }
double rhypot(double x, double y) noexcept
{
    const double scale = std::fabs(x) > 1e300 || std::fabs(y) > 1e300 ? 0.25 : 1.0;     // else the length may be too large for a double
    return scale / std::hypot(scale * x, scale * y);
}
double rnorm3d(double x, double y, double z) noexcept { return 1.0 / norm3d(x, y, z); }
double rnorm4d(double x, double y, double z, double w) noexcept { return 1.0 / norm4d(x, y, z, w); }
