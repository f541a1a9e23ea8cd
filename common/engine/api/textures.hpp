#pragma once
// Texture and surface objects: what a fetch needs, found by handle without a lock.

#include <cstdint>

#include "engine/headers/halo/texture_api.hpp"
#include "engine/memory/arena.hpp"
#include "engine/api/arrays.hpp"

namespace halo::engine {

struct Texture {
    cudaResourceDesc resource{};
    cudaTextureDesc how{};
    cudaChannelFormatDesc format{};
    ElementFormat element;
    const char* memory = nullptr;
    const Allocation* allocation = nullptr;
    std::size_t pitch = 0, plane = 0;           ///< bytes
    std::size_t width = 0, height = 1, depth = 1;
    bool layered = false;
    bool surface = false;

    bool freed() const { return allocation != nullptr && allocation->freed; }
};

/// What a kernel reads there with the code at `site`: a value that nobody wrote is told as of an ordinary load, but not
/// counted as one.
void watch_texel(const Texture& texture, std::uintptr_t address, std::uint32_t bytes, std::uintptr_t site);

/// A handle that stands for nothing (nullptr), or for memory that was freed: the access that a card would refuse.
void refuse_texel(const Texture* texture, std::uintptr_t site);

/// nullptr for a handle that was destroyed or never given out.
const Texture* find_texture(unsigned long long handle) noexcept;

}  // namespace halo::engine
