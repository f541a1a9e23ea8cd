#include "engine/memory/brought.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/memory/value_at.hpp"

namespace halo::engine {

void Brought::add(const char* from, std::size_t words)
{
    constexpr std::size_t kWord = 4;
    for (std::size_t i = 0; i < words; ++i) {
        const char* const word = from + i * kWord;
        ++words_[value_at<std::uint32_t>(word)];
        for (std::size_t b = 0; b < kWord; ++b) ++bytes_[static_cast<unsigned char>(word[b])];
        if (const auto value = value_at<float>(word); std::isnormal(value) && std::abs(value) < 1e6f) ++bytes_[std::size_t(std::clamp(std::lround(value), 0l, 255l))];
        if (i % 2 != 0 || i + 1 == words) continue;
        if (const auto value = value_at<double>(word); std::isnormal(value) && std::abs(value) < 1e30 && std::abs(value) > 1e-30) ++words_[std::bit_cast<std::uint32_t>(float(value))];
    }
}

std::uint64_t Brought::covered(const void* elements, std::size_t count, std::size_t element_bytes) const
{
    const auto* const from = static_cast<const char*>(elements);
    std::uint64_t covered = 0;
    if (element_bytes == 1) {
        std::array<std::uint64_t, 256> wanted{};
        for (std::size_t i = 0; i < count; ++i) ++wanted[static_cast<unsigned char>(from[i])];
        for (std::size_t value = 0; value < wanted.size(); ++value) covered += std::min(wanted[value], bytes_[value]);
        return covered;
    }
    std::unordered_map<std::uint32_t, std::uint64_t> wanted;
    for (std::size_t i = 0; i < count; ++i) ++wanted[value_at<std::uint32_t>(from + i * element_bytes)];
    for (const auto& [value, times] : wanted)
        if (const auto found = words_.find(value); found != words_.end()) covered += std::min(times, found->second);
    return covered;
}

}  // namespace halo::engine
