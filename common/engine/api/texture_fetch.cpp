// Emulates a texture unit: computes addresses from coordinates, decodes texels, and filters between them. See CUDA C++
// Programming Guide, "Texture Fetching". Where the guide leaves details open, this follows an H200: how fractions and
// weights round; a one-dimensional texture is one row sampled at y = 0, so that filtering takes half of a border above
// it; and the border's colour in an integer texture is the bits of the float.

#include "engine/headers/halo/texture_fetch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/api/texels.hpp"

namespace halo::engine {
namespace {

constexpr int kWhole = 256;               // a card keeps 8 bits of the fraction between two texels
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

/// One component as returned by a fetch: 32 bits of an integer or a float.
std::uint32_t decode(const Texture& t, std::uint32_t raw)
{
    const int bits = t.element.bits;
    if (t.format.f == cudaChannelFormatKindFloat)
        return bits == 32 ? raw : std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(raw)));
    const bool is_signed = t.format.f == cudaChannelFormatKindSigned;
    const auto value = is_signed ? std::int32_t(raw << (32 - bits)) >> (32 - bits) : std::int32_t(raw);
    if (t.description.readMode != cudaReadModeNormalizedFloat) return static_cast<std::uint32_t>(value);
    const float one = float((1u << (is_signed ? bits - 1 : bits)) - 1);
    return std::bit_cast<std::uint32_t>(std::max(float(value) / one, -1.0f));
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

AxisPosition axis_position(const Texture& t, int dimension, float coordinate, std::size_t size)
{
    constexpr float kFar = 1e9f;  // larger than any texture, yet still an exact integer
    const cudaTextureAddressMode mode = mode_of(t, dimension);
    const auto n = static_cast<std::int64_t>(size);
    float x = coordinate;
    if (t.description.normalizedCoords != 0) {
        if (mode == cudaAddressModeWrap) x -= std::floor(x);
        x *= float(size);
    }
    x = std::isnan(x) ? 0.0f : std::clamp(x, -kFar, kFar);
    if (t.description.filterMode == cudaFilterModePoint) {
        const std::int64_t i = place(mode, std::int64_t(std::floor(x)), n);
        return {i, i, 0};
    }
    const auto steps = static_cast<std::int64_t>(std::floor((x - 0.5f) * kWhole + 0.5f));
    const std::int64_t i = steps >> 8;
    return {place(mode, i, n), place(mode, i + 1, n), static_cast<int>(steps & (kWhole - 1))};
}

/// The weights of up to eight texels, out of kWhole: the whole is split along z, each part along x, each of those along
/// y, and the second texel's part is rounded. Index: bit 0 for the second in x, bit 1 in y, bit 2 in z.
std::array<int, 8> weights(const AxisPosition (&a)[3])
{
    std::array<int, 8> part{kWhole};
    for (const int d : {2, 0, 1})
        for (int corner = 0; corner < 8; ++corner) {
            if (part[std::size_t(corner)] == 0 || (corner >> d & 1) != 0) continue;
            const int second = (part[std::size_t(corner)] * a[d].share + kWhole / 2) / kWhole;
            part[std::size_t(corner | 1 << d)] = second;
            part[std::size_t(corner)] -= second;
        }
    return part;
}

Lanes filter(const Texture& t, const AxisPosition (&a)[3], std::uintptr_t site)
{
    float sum[4] = {0, 0, 0, 0};
    const std::array<int, 8> parts = weights(a);
    for (int corner = 0; corner < 8; ++corner) {
        const int weight = parts[std::size_t(corner)];
        if (weight == 0) continue;
        const bool right = (corner & 1) != 0, below = (corner & 2) != 0, behind = (corner & 4) != 0;
        const Lanes lanes = read(t, right ? a[0].second : a[0].first, below ? a[1].second : a[1].first,
                                 behind ? a[2].second : a[2].first, site);
        for (int i = 0; i < t.element.components; ++i)
            sum[i] += float(weight) / float(kWhole) * std::bit_cast<float>(lanes.bits[i]);
    }
    Lanes result;
    for (int i = 0; i < t.element.components; ++i) result.bits[i] = std::bit_cast<std::uint32_t>(sum[i]);
    return result;
}

halo_engine::Texel packed(const Lanes& lanes)
{
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
    for (int d = 0; d < std::max(dimensions, 2); ++d) a[d] = axis_position(*t, d, coordinates[d], sizes[d]);
    if (t->layered) {
        const std::int64_t nearest = std::clamp<std::int64_t>(layer, 0, std::int64_t(t->depth) - 1);
        a[2] = {nearest, nearest, 0};
    }
    if (t->description.filterMode == cudaFilterModeLinear) return packed(filter(*t, a, site));
    return packed(read(*t, a[0].first, a[1].first, a[2].first, site));
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
    return packed(read(*t, index, 0, 0, site));
}
