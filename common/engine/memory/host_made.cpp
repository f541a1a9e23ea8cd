#include "engine/memory/host_made.hpp"

#include <bit>
#include <cmath>

namespace halo::engine {
namespace {

constexpr std::size_t kLongestFactor = 64;

/// As floats they are too small or too large for anything that the labs compute: whole numbers, or two or four short ones in a word.
bool is_count(std::uint32_t word)
{
    const float value = std::abs(std::bit_cast<float>(word));
    return !(value >= 0x1p-20f && value <= 0x1p30f);
}

/// An address has its upper half in the second word.
bool is_address(const char* from)
{
    const auto address = value_at<std::uint64_t>(from);
    return address >= 1u << 16 && address >> 47 == 0 && address >> 32 != 0 && is_count(std::uint32_t(address >> 32));
}

}  // namespace

void HostMade::give(const GivenArray& array, bool on_device)
{
    const auto* const from = static_cast<const char*>(array.start);
    if (array.role == ArrayRole::input && !on_device) inputs_.push_back(array);
    if (array.role != ArrayRole::filter || array.element_bytes != sizeof(float)) return;
    const std::unordered_set<std::uint32_t> earlier = weights_;
    for (std::size_t i = 0; i < array.count; ++i) {
        const auto word = value_at<std::uint32_t>(from + i * sizeof(float));
        if (word != 0) weights_.insert(word);
        if (array.count > kLongestFactor || earlier.size() > kLongestFactor) continue;
        for (const std::uint32_t other : earlier) products_.emplace(std::bit_cast<std::uint32_t>(std::bit_cast<float>(word) * std::bit_cast<float>(other)), std::pair(word, other));
    }
}

void HostMade::note_elements()
{
    noted_ = true;
    for (const GivenArray& array : inputs_) {
        const auto* const from = static_cast<const char*>(array.start);
        if (array.element_bytes == 1) note_bytes(reinterpret_cast<const unsigned char*>(from), array.count);
        else
            for (std::size_t i = 0; i < array.count; ++i) elements_.insert(value_at<std::uint32_t>(from + i * array.element_bytes));
    }
}

/// Of a picture: its bytes, moved to other rows or not, so that a word of them begins at any; four neighbours of one colour; a pixel and a byte to fill up its
/// word; or each as a float.
void HostMade::note_bytes(const unsigned char* bytes, std::size_t count)
{
    constexpr std::size_t kColours = 3;
    const auto word = [](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) { return a | b << 8 | c << 16 | d << 24; };
    for (std::size_t i = 0; i < count; ++i) elements_.insert(std::bit_cast<std::uint32_t>(float(bytes[i])));
    for (std::size_t i = 0; i + 3 < count; ++i) {
        elements_.insert(word(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]));
        for (const std::uint32_t filled : {0u, 255u}) elements_.insert(word(bytes[i], bytes[i + 1], bytes[i + 2], filled));
        if (i + 3 * kColours < count) elements_.insert(word(bytes[i], bytes[i + kColours], bytes[i + 2 * kColours], bytes[i + 3 * kColours]));
    }
}

void HostMade::look_for_weight(std::uint32_t word)
{
    if (weights_.contains(word)) seen_.insert(word);
    else if (const auto product = products_.find(word); product != products_.end()) seen_.insert(product->second.first), seen_.insert(product->second.second);
}

void HostMade::look_for_weights(const char* from, std::size_t bytes)
{
    if (seen_.size() == weights_.size()) return;
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes; at += sizeof(std::uint32_t)) {
        look_for_weight(value_at<std::uint32_t>(from + at));
        if (at % sizeof(double) != 0 || at + sizeof(double) > bytes) continue;
        if (const auto value = value_at<double>(from + at); double(float(value)) == value) look_for_weight(std::bit_cast<std::uint32_t>(float(value)));
    }
}

bool HostMade::is_element_as_double(const char* from)
{
    if (inputs_.empty()) return false;
    if (!noted_) note_elements();
    const auto value = value_at<double>(from);
    return std::isnormal(value) && double(float(value)) == value && elements_.contains(std::bit_cast<std::uint32_t>(float(value)));
}

HostMade::Word HostMade::see(std::uint32_t word)
{
    if (!noted_) note_elements();
    const bool again = word == previous_;
    previous_ = word;
    if (word == 0) return Word::nothing;
    if (elements_.contains(word)) return Word::element;
    if (weights_.contains(word) || products_.contains(word)) return Word::weight;
    const bool count = is_count(word);
    if (!again) ++(count ? counts_ : own_);
    return count ? Word::count : Word::own;
}

void HostMade::see_arguments(const char* from, std::size_t bytes)
{
    look_for_weights(from, bytes);
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes; at += sizeof(std::uint32_t)) {
        if (at % sizeof(std::uint64_t) == 0 && at + sizeof(std::uint64_t) <= bytes && is_address(from + at)) at += sizeof(std::uint32_t);
        else if (const auto word = value_at<std::uint32_t>(from + at); !is_count(word)) see(word);
    }
}

}  // namespace halo::engine
