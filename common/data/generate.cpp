#include "data/generate.hpp"

namespace halo {

namespace {

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
std::uint64_t scrambled(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

/// One of −9 … −1, 1 … 9.
float digit(std::uint64_t random)
{
    const int value = int((random >> 11) % 18);
    return float(value < 9 ? value - 9 : value - 8);
}

/// Do the corner taps, for which a halo is loaded, distinguish the filter from its mirror images and its transpose?
bool asymmetric(const std::vector<float>& filter, Extent extent)
{
    if (filter.size() < 2) return true;
    const std::size_t width = std::size_t(extent.width);
    const float top_left = filter.front(), bottom_right = filter.back();
    if (extent.width == 1 || extent.height == 1) return top_left != bottom_right;
    const float top_right = filter[width - 1], bottom_left = filter[filter.size() - width];
    return top_left != top_right && top_left != bottom_left && top_left != bottom_right && top_right != bottom_left;
}

std::vector<float> whole_asymmetric_filter(Extent extent, std::uint64_t seed)
{
    for (;; seed = mix(seed, 1))
        if (std::vector<float> filter = whole_numbers(extent, seed); asymmetric(filter, extent)) return filter;
}

}  // namespace

std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    return scrambled(scrambled(a + 0x9e3779b97f4a7c15ull) ^ (b + 0x632be59bd9b4e019ull));
}

std::uint64_t mix(std::uint64_t a, std::string_view text)
{
    for (const char letter : text) a = mix(a, static_cast<unsigned char>(letter));
    return mix(a, text.size());
}

std::vector<float> whole_numbers(Extent extent, std::uint64_t seed)
{
    std::vector<float> values(extent.count());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = digit(mix(seed, i));
    return values;
}

std::vector<float> distinct_numbers(std::size_t count, unsigned bits, std::uint64_t seed)
{
    // Each step can be undone modulo 2^bits.
    const std::uint64_t mask = (std::uint64_t(1) << bits) - 1;
    const unsigned shift = (bits + 1) / 2;
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t v = (i + seed) * 0x9e3779b1u & mask;
        v = (v ^ v >> shift) * 0x85ebca6bu & mask;
        values[i] = float((v ^ v >> (shift + 1)) + 1);
    }
    return values;
}

std::vector<float> asymmetric_filter(Extent extent, std::uint64_t seed)
{
    std::vector<float> filter = whole_asymmetric_filter(extent, seed);
    for (float& weight : filter) weight /= 2;
    return filter;
}

std::vector<float> colour_bytes(Extent extent, std::uint64_t seed)
{
    std::vector<float> values(3 * extent.count());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = float((mix(seed, i) >> 11) % 256);
    return values;
}

std::vector<float> byte_filter(int radius, std::uint64_t seed)
{
    constexpr float kParts = 45.0f;         // odd: a sum of 45ths is never exactly a half
    std::vector<float> filter = whole_asymmetric_filter({2 * radius + 1, 2 * radius + 1}, seed);
    float others = -filter[filter.size() / 2];
    for (const float weight : filter) others += weight;
    filter[filter.size() / 2] = kParts - others;
    for (float& weight : filter) weight /= kParts;
    return filter;
}

}  // namespace halo
