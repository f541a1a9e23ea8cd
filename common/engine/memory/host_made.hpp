#pragma once
// Numbers that host code sends to the device: are they elements of the inputs, weights of the filter, or its own?

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "findings/input_use.hpp"

namespace halo::engine {

class HostMade {
public:
    enum class Word { nothing, element, weight, own };

    /// An array on the host or on the device; its values are looked at only when something is compared with them.
    void give(const GivenArray& array);

    /// What these 4 bytes are. Own ones are counted, but neither zeros nor one number over and over.
    Word see(std::uint32_t word);
    /// The same of many; `each(i, what)` learns what word `i` is.
    template <class Each>
    void see_all(const char* from, std::size_t bytes, Each each);
    /// Looks for weights only, which may also be doubles.
    void look_for_weights(const char* from, std::size_t bytes);

    std::uint64_t own() const { return own_; }
    std::uint64_t weights() const { return weights_.size(); }
    std::uint64_t weights_seen() const { return seen_.size(); }

private:
    void note_elements();

    std::vector<GivenArray> inputs_;
    bool noted_ = false;
    std::unordered_set<std::uint32_t> elements_, weights_, seen_;
    std::uint32_t previous_ = 0;
    std::uint64_t own_ = 0;
};

template <class Each>
void HostMade::see_all(const char* from, std::size_t bytes, Each each)
{
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes; at += sizeof(std::uint32_t)) {
        std::uint32_t word;
        __builtin_memcpy(&word, from + at, sizeof word);
        each(at / sizeof word, see(word));
    }
    look_for_weights(from, bytes);
}

}  // namespace halo::engine
