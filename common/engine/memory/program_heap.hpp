#pragma once
// The blocks on the heap that the program under test has allocated.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/memory/layout.hpp"

namespace halo::engine {

/// What allocated a block, and the line that called it by its return address.
struct HeapBlock {
    std::size_t bytes = 0;
    const char* call = "";          ///< `malloc`
    std::uintptr_t site = 0;
    const char* name = "";          ///< of the pointer that it was stored in; empty: unknown
};

/// May be used by malloc itself: it allocates nothing through it.
struct ProgramHeap {
    static void note(const void* block, const HeapBlock& noted);
    /// Names a block that was noted.
    static void name(const void* block, const char* name);
    /// The block that holds the address.
    static std::optional<HeapBlock> at(std::uintptr_t address);
    /// True if it was one of the program's.
    static bool forget(const void* block);

    static bool holds(std::uintptr_t address, std::uint64_t bytes);
    /// Bytes of the block that ends shortly before `address`; 0: there is none.
    static std::size_t block_before(std::uintptr_t address);
    /// All of them, in order of their addresses.
    static std::vector<Range> blocks();
};

}  // namespace halo::engine
