#pragma once
// Texture and surface objects, found by handle without a lock.

#include <cstdint>
#include <vector>

#include "engine/headers/halo/texture_api.hpp"
#include "engine/memory/arena.hpp"
#include "engine/memory/arrays.hpp"

namespace halo::engine {

struct Texture {
    cudaResourceDesc resource{};
    cudaTextureDesc description{};
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

/// nullptr for a handle that was destroyed or never issued.
const Texture* find_texture(unsigned long long handle) noexcept;
/// Texture objects that were not destroyed.
std::vector<const Texture*> live_textures();
/// 0 when there is no room for more.
unsigned long long add_texture(const Texture& texture);
void remove_texture(unsigned long long handle);

}  // namespace halo::engine
