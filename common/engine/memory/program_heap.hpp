#pragma once
// The blocks on the heap that the program under test has allocated.

#include <cstddef>
#include <cstdint>

namespace halo::engine {

/// May be used by malloc itself: it allocates nothing through it.
struct ProgramHeap {
    static void note(const void* block, std::size_t bytes);
    /// True if it was one of the program's.
    static bool forget(const void* block);

    static bool holds(std::uintptr_t address, std::uint64_t bytes);
    /// Bytes of the block that ends shortly before `address`; 0: there is none.
    static std::size_t block_before(std::uintptr_t address);
};

}  // namespace halo::engine
