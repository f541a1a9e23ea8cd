#pragma once
// Numbers that host code sends to the device: are they elements of the inputs, weights of the filter, or its own?

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/memory/value_at.hpp"
#include "findings/input_use.hpp"

namespace halo::engine {

class HostMade {
public:
    enum class Word {
        nothing,    ///< zero
        element,    ///< of an input that the host was given, as it is or converted
        weight,
        count,      ///< a whole number, as indices and sizes are
        own,
    };

    /// Values of an array on the host are looked at only when something is compared with them. Elements of one on the device are nobody's here: host
    /// code that has them has fetched them.
    void give(const GivenArray& array, bool on_device);

    /// What these 4 bytes are. Own ones and counts are counted, but neither zeros nor one number over and over.
    Word see(std::uint32_t word);
    /// The same of many, of which two may be a double; `each(i, what)` learns what word `i` is.
    template <class Each>
    void see_all(const char* from, std::size_t bytes, Each each);
    /// The arguments of a launch: pointers and counts are among them.
    void see_arguments(const char* from, std::size_t bytes);
    /// Looks for weights only, which may also be doubles, or products of a column's and a row's.
    void look_for_weights(const char* from, std::size_t bytes);
    /// A fill of a few bytes, which can make any number.
    void see_fill() { ++own_; }

    std::uint64_t own() const { return own_; }
    std::uint64_t counts() const { return counts_; }
    std::uint64_t weights() const { return weights_.size(); }
    std::uint64_t weights_seen() const { return seen_.size(); }

private:
    void note_elements();
    void note_bytes(const unsigned char* bytes, std::size_t count);
    void look_for_weight(std::uint32_t word);
    bool is_element_as_double(const char* from);

    std::vector<GivenArray> inputs_;
    bool noted_ = false;
    std::unordered_set<std::uint32_t> elements_, weights_, seen_;
    std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> products_;
    std::uint32_t previous_ = 0;
    std::uint64_t own_ = 0, counts_ = 0;
};

template <class Each>
void HostMade::see_all(const char* from, std::size_t bytes, Each each)
{
    constexpr std::size_t kWord = sizeof(std::uint32_t);
    for (std::size_t at = 0; at + kWord <= bytes; at += kWord) {
        if (at + 2 * kWord <= bytes && is_element_as_double(from + at)) {
            each(at / kWord, Word::nothing);
            each(at / kWord + 1, Word::element);
            at += kWord;
            continue;
        }
        each(at / kWord, see(value_at<std::uint32_t>(from + at)));
    }
    look_for_weights(from, bytes);
}

}  // namespace halo::engine
