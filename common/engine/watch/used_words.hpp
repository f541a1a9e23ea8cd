#pragma once
// Which words of device memory has a launch used? The shadow words know, once it has ended.

#include <cstdint>

#include "engine/memory/arena.hpp"
#include "engine/watch/global_words.hpp"

namespace halo::engine {

/// Calls `visit(word, use)` for each 4-byte word of the array that the launch loaded or stored last. `serial`: as in LaunchState; a
/// cooperative launch has further ones.
template <class Visit>
void for_each_used_word(const Allocation& array, std::uint32_t serial, bool cooperative, Visit visit)
{
    constexpr std::uint64_t kWord = 4;
    const Arena& arena = Arena::instance();
    for (std::uint64_t word = 0; word < (array.bytes + kWord - 1) / kWord; ++word) {
        const std::uintptr_t place = array.base + word * kWord;
        const std::uint32_t of = arena.page(place).launch;
        if (cooperative ? of < serial : of != serial) {
            word += (Arena::kPage - place % Arena::kPage) / kWord - 1;      // the launch did not use this page
            continue;
        }
        if (const WordUse use = use_of(*arena.shadow(place)); use != WordUse::none) visit(word, use);
    }
}

/// Bytes of allocated device memory that the launch used.
inline std::uint64_t used_bytes(std::uint32_t serial, bool cooperative)
{
    std::uint64_t words = 0;
    for (const Allocation& array : Arena::instance().allocations())
        if (!array.freed) for_each_used_word(array, serial, cooperative, [&](std::uint64_t, WordUse) { ++words; });
    return 4 * words;
}

}  // namespace halo::engine
