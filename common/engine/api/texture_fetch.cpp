// Emulates a texture unit: computes addresses from coordinates, decodes texels, and filters between them. See CUDA C++
// Programming Guide, "Texture Fetching". Where the guide leaves details open, this follows an H200: how coordinates,
// fractions, weights and sums round; a one-dimensional texture without layers is one row sampled at y = 0, so that
// filtering takes half of a border above it; a layer below 0 is the last one; and the border's colour in an integer
// texture is the bits of the float.

#include "engine/headers/halo/texture_fetch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cmath>
#include <utility>

#include "engine/api/texels.hpp"

namespace halo::engine {
namespace {

constexpr int kWhole = 256;               // a card keeps 8 bits of the fraction between two texels
constexpr int kPlaces = 21;               // and that many binary places of a normalised coordinate
constexpr int kHalfDigits = 11;           // of a 16-bit float's significand
constexpr std::int64_t kBorder = -1;      // an index outside, where the border's colour applies

struct Lanes {
    std::uint32_t bits[4] = {0, 0, 0, 0};
};

float half_to_float(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float size = exponent == 31 ? (fraction != 0 ? NAN : INFINITY)
                       : exponent == 0 ? std::ldexp(float(fraction), -24)
                                       : std::ldexp(float(1024 + fraction), exponent - 25);
    return bits >> 15 != 0 ? -size : size;
}

/// One component: 32 bits of an integer or a float. As a fraction, the smallest integer is below −1, which packed() ends.
std::uint32_t decode(const Texture& t, std::uint32_t raw)
{
    const int bits = t.element.bits;
    if (t.format.f == cudaChannelFormatKindFloat)
        return bits == 32 ? raw : std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(raw)));
    const bool is_signed = t.format.f == cudaChannelFormatKindSigned;
    const auto value = is_signed ? std::int32_t(raw << (32 - bits)) >> (32 - bits) : std::int32_t(raw);
    if (t.description.readMode != cudaReadModeNormalizedFloat) return static_cast<std::uint32_t>(value);
    const float one = float((1u << (is_signed ? bits - 1 : bits)) - 1);
    return std::bit_cast<std::uint32_t>(float(value) / one);
}

/// memcpy would be intercepted and counted as the kernel's access.
std::uint32_t component(const char* texel, int i, int bits)
{
    switch (bits) {
    case 8: return static_cast<unsigned char>(texel[i]);
    case 16: return reinterpret_cast<const std::uint16_t*>(texel)[i];
    default: return reinterpret_cast<const std::uint32_t*>(texel)[i];
    }
}

Lanes read(const Texture& t, std::int64_t x, std::int64_t y, std::int64_t z, std::uintptr_t site)
{
    Lanes lanes;
    if (x == kBorder || y == kBorder || z == kBorder) {
        for (int i = 0; i < t.element.components; ++i) lanes.bits[i] = std::bit_cast<std::uint32_t>(t.description.borderColor[i]);
        return lanes;
    }
    const char* texel = t.memory + std::size_t(z) * t.plane + std::size_t(y) * t.pitch + std::size_t(x) * t.element.bytes();
    watch_texel(t, address_of(texel), static_cast<std::uint32_t>(t.element.bytes()), site);
    for (int i = 0; i < t.element.components; ++i) lanes.bits[i] = decode(t, component(texel, i, t.element.bits));
    return lanes;
}

/// Wrap and mirror need normalised coordinates; otherwise a card clamps.
cudaTextureAddressMode mode_of(const Texture& t, int dimension)
{
    const cudaTextureAddressMode mode = t.description.addressMode[dimension];
    const bool needs_normalized = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
    return needs_normalized && t.description.normalizedCoords == 0 ? cudaAddressModeClamp : mode;
}

/// The texel for an index that may be outside.
std::int64_t place(cudaTextureAddressMode mode, std::int64_t i, std::int64_t size)
{
    if (i >= 0 && i < size) return i;
    switch (mode) {
    case cudaAddressModeBorder: return kBorder;
    case cudaAddressModeWrap: return (i % size + size) % size;
    case cudaAddressModeMirror: {
        const std::int64_t turn = (i % (2 * size) + 2 * size) % (2 * size);
        return turn < size ? turn : 2 * size - 1 - turn;
    }
    default: return std::clamp<std::int64_t>(i, 0, size - 1);
    }
}

/// Position along one dimension: one texel, or two and the share of the second, out of kWhole.
struct AxisPosition {
    std::int64_t first = 0, second = 0;
    int share = 0;
};

/// In texels · 2^kPlaces, from a normalised coordinate: its own places are cut off first, so that 1/3 of 3 texels is not 1.
std::int64_t position_of(float coordinate, cudaTextureAddressMode mode, std::int64_t size)
{
    constexpr double kFar = 1 << 20;  // outside of any texture; the product below still fits
    const double u = std::isfinite(coordinate) ? coordinate : std::isnan(coordinate) ? 0.0 : std::copysign(kFar, coordinate);
    double steps = std::floor(std::ldexp(u, kPlaces));
    for (const auto& [periodic, period] : {std::pair(cudaAddressModeWrap, 1 << kPlaces), std::pair(cudaAddressModeMirror, 2 << kPlaces)})
        if (mode == periodic) steps -= period * std::floor(steps / period);
    const double far = std::ldexp(kFar, kPlaces);
    return std::int64_t(std::clamp(steps, -far, far)) * size;
}

AxisPosition axis_position(const Texture& t, int dimension, float coordinate, std::size_t size)
{
    constexpr float kFar = 1e9f;  // larger than any texture, yet still an exact integer
    const cudaTextureAddressMode mode = mode_of(t, dimension);
    const auto n = static_cast<std::int64_t>(size);
    const bool normalized = t.description.normalizedCoords != 0;
    const std::int64_t position = normalized ? position_of(coordinate, mode, n) : 0;
    const float x = std::isnan(coordinate) ? 0.0f : std::clamp(coordinate, -kFar, kFar);
    if (t.description.filterMode == cudaFilterModePoint) {
        const std::int64_t i = place(mode, normalized ? position >> kPlaces : std::int64_t(std::floor(x)), n);
        return {i, i, 0};
    }
    constexpr std::int64_t kHalf = 1 << (kPlaces - 1), kStep = 1 << (kPlaces - 8);
    const std::int64_t steps = normalized ? (position - kHalf + kStep / 2) >> (kPlaces - 8) : std::int64_t(std::floor((x - 0.5f) * kWhole + 0.5f));
    const std::int64_t i = steps >> 8;
    const bool clamped = mode == cudaAddressModeClamp && (i < 0 || i >= n - 1);
    return {place(mode, i, n), place(mode, i + 1, n), clamped ? 0 : static_cast<int>(steps & (kWhole - 1))};
}

using Weights = std::array<int, 8>;

/// The weights of up to eight texels, out of kWhole: the whole is split along z, each part along x, each of those along
/// y, and the second texel's part is rounded, a half upwards, but in the first column downwards. Index: bit 0 for the
/// second in x, bit 1 in y, bit 2 in z.
Weights weights(const AxisPosition (&a)[3])
{
    Weights part{kWhole};
    for (const int d : {2, 0, 1})
        for (int corner = 0; corner < 8; ++corner) {
            if (part[std::size_t(corner)] == 0 || (corner >> d & 1) != 0) continue;
            const int half = d == 1 && (corner & 1) == 0 ? kWhole / 2 - 1 : kWhole / 2;
            const int second = (part[std::size_t(corner)] * a[d].share + half) / kWhole;
            part[std::size_t(corner | 1 << d)] = second;
            part[std::size_t(corner)] -= second;
        }
    return part;
}

/// To so many binary digits, none of them below 2^last; a half away from 0.
double rounded(double value, int digits, int last)
{
    const int unit = std::max(std::ilogb(value) + 1 - digits, last);
    return std::ldexp(std::round(std::ldexp(value, -unit)), unit);
}

using Values = std::array<float, 8>;

/// Floating-point texels of `digits` binary digits: those of one z are cut off four places after the largest one's last,
/// weighted and added exactly; the sum is rounded as the texels are.
float filtered(const Values& values, const Weights& parts, int digits)
{
    double sum = 0;
    for (const std::size_t slice : {0u, 4u}) {
        int largest = INT_MIN;
        for (std::size_t i = slice; i < slice + 4; ++i) {
            if (parts[i] == 0 || values[i] == 0) continue;
            if (!std::isfinite(values[i])) largest = INT_MAX;
            if (largest != INT_MAX) largest = std::max(largest, std::ilogb(values[i]));
        }
        for (std::size_t i = slice; i < slice + 4; ++i) {
            if (parts[i] == 0) continue;
            const int last = largest - digits - 3;
            const double value = largest == INT_MAX || largest == INT_MIN ? double(values[i]) : std::ldexp(std::trunc(std::ldexp(double(values[i]), -last)), last);
            sum += value * parts[i] / kWhole;
        }
    }
    return std::isfinite(sum) && sum != 0 ? float(rounded(sum, digits, digits == kHalfDigits ? -24 : -149)) : float(sum);
}

/// Integers as fractions of the largest one: 16 bits wide, also those of 8 bits.
float filtered(const Values& values, const Weights& parts, bool is_signed)
{
    const int one = is_signed ? 0x7fff : 0xffff;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) sum += std::int64_t(std::lround(values[i] * float(one))) * parts[i];
    return float(std::max<std::int64_t>(std::llround(double(sum) / kWhole), is_signed ? -one : 0)) / float(one);
}

Lanes filter(const Texture& t, const AxisPosition (&a)[3], std::uintptr_t site)
{
    const Weights parts = weights(a);
    Values values[4] = {};
    for (std::size_t corner = 0; corner < parts.size(); ++corner) {
        if (parts[corner] == 0) continue;
        const bool right = (corner & 1) != 0, below = (corner & 2) != 0, behind = (corner & 4) != 0;
        const Lanes lanes = read(t, right ? a[0].second : a[0].first, below ? a[1].second : a[1].first,
                                 behind ? a[2].second : a[2].first, site);
        for (int i = 0; i < t.element.components; ++i) values[i][corner] = std::bit_cast<float>(lanes.bits[i]);
    }
    Lanes result;
    for (int i = 0; i < t.element.components; ++i) {
        const float sum = t.format.f == cudaChannelFormatKindFloat ? filtered(values[i], parts, t.element.bits == 32 ? 24 : kHalfDigits)
                                                                   : filtered(values[i], parts, t.format.f == cudaChannelFormatKindSigned);
        result.bits[i] = std::bit_cast<std::uint32_t>(sum);
    }
    return result;
}

/// What a fetch returns.
halo_engine::Texel packed(const Texture& t, Lanes lanes)
{
    const bool fractions = t.format.f == cudaChannelFormatKindSigned && t.description.readMode == cudaReadModeNormalizedFloat;
    for (std::uint32_t& bits : lanes.bits)
        if (fractions) bits = std::bit_cast<std::uint32_t>(std::max(std::bit_cast<float>(bits), -1.0f));
    return {lanes.bits[0] | std::uint64_t(lanes.bits[1]) << 32, lanes.bits[2] | std::uint64_t(lanes.bits[3]) << 32};
}

#define HALO_SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

}  // namespace
}  // namespace halo::engine

using namespace halo::engine;

halo_engine::Texel halo_engine::fetch(cudaTextureObject_t texture, int dimensions, float x, float y, float z, int layer) noexcept
{
    const std::uintptr_t site = HALO_SITE;
    const Texture* t = find_texture(texture);
    if (t == nullptr || t->surface || t->freed()) {
        refuse_texel(t, site);
        return {};
    }
    const float coordinates[3] = {x, y, z};
    const std::size_t sizes[3] = {t->width, t->height, t->depth};
    AxisPosition a[3];
    const int filtered_along = dimensions == 1 && !t->layered ? 2 : dimensions;
    for (int d = 0; d < filtered_along; ++d) a[d] = axis_position(*t, d, coordinates[d], sizes[d]);
    if (t->layered) {
        const std::int64_t last = std::int64_t(t->depth) - 1, taken = layer < 0 ? last : std::min<std::int64_t>(layer, last);
        a[2] = {taken, taken, 0};
    }
    if (t->description.filterMode == cudaFilterModeLinear) return packed(*t, filter(*t, a, site));
    return packed(*t, read(*t, a[0].first, a[1].first, a[2].first, site));
}

/// Outside its memory, a texture of linear memory reads 0.
halo_engine::Texel halo_engine::fetch_linear(cudaTextureObject_t texture, int index) noexcept
{
    const std::uintptr_t site = HALO_SITE;
    const Texture* t = find_texture(texture);
    if (t == nullptr || t->surface || t->freed()) {
        refuse_texel(t, site);
        return {};
    }
    if (index < 0 || std::size_t(index) >= t->width) return {};
    return packed(*t, read(*t, index, 0, 0, site));
}
