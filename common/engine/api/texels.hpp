#pragma once
// Reports to watchers that surfaces and textures share.

#include <cstdint>

#include "engine/memory/textures.hpp"

namespace halo::engine {

/// A kernel reads a texel at `site`. An uninitialised value is reported as for an ordinary load, but the read is not
/// counted as one.
void watch_texel(const Texture& texture, std::uintptr_t address, std::uint32_t bytes, std::uintptr_t site);

/// Reports an access that a card would refuse: through an invalid handle (nullptr), or to freed memory.
void refuse_texel(const Texture* texture, std::uintptr_t site);

}  // namespace halo::engine
