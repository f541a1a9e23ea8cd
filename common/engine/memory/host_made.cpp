#include "engine/memory/host_made.hpp"

#include <bit>
#include <cstring>

namespace halo::engine {

void HostMade::give(const GivenArray& array)
{
    const auto* const from = static_cast<const char*>(array.start);
    if (array.role == ArrayRole::input) inputs_.push_back(array);
    if (array.role != ArrayRole::filter || array.element_bytes != sizeof(float)) return;
    for (std::size_t i = 0; i < array.count; ++i) {
        std::uint32_t word;
        std::memcpy(&word, from + i * sizeof word, sizeof word);
        if (word != 0) weights_.insert(word);
    }
}

/// Bytes may have been moved to other rows: a word of them can begin at any.
void HostMade::note_elements()
{
    noted_ = true;
    for (const GivenArray& array : inputs_) {
        const std::size_t bytes = array.count * array.element_bytes, step = array.element_bytes < sizeof(float) ? 1 : sizeof(float);
        for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes; at += step) {
            std::uint32_t word;
            std::memcpy(&word, static_cast<const char*>(array.start) + at, sizeof word);
            elements_.insert(word);
        }
    }
}

void HostMade::look_for_weights(const char* from, std::size_t bytes)
{
    if (seen_.size() == weights_.size()) return;
    const auto look = [&](std::uint32_t word) {
        if (weights_.contains(word)) seen_.insert(word);
    };
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes; at += sizeof(std::uint32_t)) {
        std::uint32_t word;
        std::memcpy(&word, from + at, sizeof word);
        look(word);
        double value;
        if (at % sizeof value != 0 || at + sizeof value > bytes) continue;
        std::memcpy(&value, from + at, sizeof value);
        if (double(float(value)) == value) look(std::bit_cast<std::uint32_t>(float(value)));
    }
}

HostMade::Word HostMade::see(std::uint32_t word)
{
    if (!noted_) note_elements();
    const bool again = word == previous_;
    previous_ = word;
    if (word == 0) return Word::nothing;
    if (elements_.contains(word)) return Word::element;
    if (weights_.contains(word)) return Word::weight;
    if (!again) ++own_;
    return Word::own;
}

}  // namespace halo::engine
