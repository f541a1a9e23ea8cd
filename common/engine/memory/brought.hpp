#pragma once
// Numbers that kernels stored and that reached the host: are an output's elements among them?

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace halo::engine {

class Brought {
public:
    /// `words` of 4 bytes that kernels stored. Two of them may be a double; four bytes of an image, or a float that becomes one.
    void add(const char* from, std::size_t words);

    /// How many of `count` elements are among them. Host code may have moved them on, so their place does not matter; but each counts once.
    std::uint64_t covered(const void* elements, std::size_t count, std::size_t element_bytes) const;

private:
    std::unordered_map<std::uint32_t, std::uint64_t> words_;
    std::array<std::uint64_t, 256> bytes_{};
};

}  // namespace halo::engine
