#pragma once
// What surfaces and textures share of the watchers.

#include <cstdint>

#include "engine/memory/textures.hpp"

namespace halo::engine {

/// What a kernel reads there with the code at `site`: a value that was never initialised is reported as of an ordinary load, but not
/// counted as one.
void watch_texel(const Texture& texture, std::uintptr_t address, std::uint32_t bytes, std::uintptr_t site);

/// A handle that stands for nothing (nullptr), or for memory that was freed: the access that a card would refuse.
void refuse_texel(const Texture* texture, std::uintptr_t site);

}  // namespace halo::engine
