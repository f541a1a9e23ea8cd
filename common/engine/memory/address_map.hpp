#pragma once
// Finds which memory an address belongs to, and whether a kernel of the current launch may use it; if not, what it was
// meant to be.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "engine/memory/arena.hpp"
#include "engine/memory/layout.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

/// More dynamic shared memory than any card gives a block, so that most overruns stay within it.
constexpr std::size_t kDynamicRoom = 256 * 1024;

/// In a block's shared memory, the offset at which dynamic shared memory begins; the thread-local block comes before it.
std::uint64_t first_dynamic_offset();

/// Represents all __device__ variables of the program.
const Allocation& device_variables_allocation();

/// Why an access is out of bounds.
struct InvalidAccess {
    Space space = Space::global;
    Outside why = Outside::none;
    const Allocation* allocation = nullptr;   ///< the nearest, if any
};

struct Located {
    Space space = Space::global;
    std::uintptr_t where = 0;   ///< shared: offset in the block's memory; else: address
    bool watched = false;       ///< false: read-only data of the program, or memory that no watcher checks
    Range array;                ///< addresses for which the same answer holds
    InvalidAccess invalid;              ///< `why` is not none: no kernel may use the address
    bool registered = false;    ///< memory of the host, of which the guard knows whose it is now
};

/// One per host thread, because shared memory is in its thread-local block.
class AddressMap {
public:
    AddressMap();

    /// `kernel`: its number in Layout.
    void launch_begins(std::uint32_t kernel, std::size_t dynamic_bytes);

    bool in_device_memory(std::uintptr_t address) const { return address - arena_base_ < arena_bytes_; }
    /// For any address in device memory. Whether an allocation is there is checked later, for whole warps.
    Located device_memory(std::uintptr_t address) const
    {
        return {Space::global, address, true, {arena_base_, arena_base_ + arena_bytes_}, {}};
    }
    /// For any other address, except the stacks of CUDA threads.
    Located locate(std::uintptr_t address, std::uint32_t bytes, Access kind) const;
    /// Converts the address of a finding to the form of Located::where.
    std::uint64_t where(Space space, std::uintptr_t address) const;

    /// The live allocation that holds all of [begin, end) of global memory; else nullptr.
    const Allocation* allocation_of(std::uintptr_t begin, std::uintptr_t end)
    {
        if (last_allocation_ != nullptr && begin >= last_allocation_->base && end <= last_allocation_->end()) return last_allocation_;
        return look_up(begin, end);
    }
    /// For a place that no live allocation holds.
    InvalidAccess outside_allocations(std::uintptr_t place) const;

    char* dynamic_memory() const { return reinterpret_cast<char*>(dynamic_base_); }
    /// Words of a block's shared memory, static and dynamic.
    std::size_t shared_words() const { return (first_dynamic_ + dynamic_bytes_ + 3) / 4; }

    /// The contents of the current block's shared memory, saved while the block waits and others run.
    struct SharedContents {
        std::vector<std::vector<char>> arrays;   // in the order of the layout
        std::vector<char> dynamic;
    };
    SharedContents save_shared() const;
    void restore_shared(const SharedContents& contents) const;

private:
    struct Free {
        void operator()(char* memory) const { std::free(memory); }
    };

    InvalidAccess runaway(std::uintptr_t address, std::uint32_t bytes) const;
    const Allocation* look_up(std::uintptr_t begin, std::uintptr_t end);

    std::uintptr_t arena_base_ = 0, arena_bytes_ = 0;
    std::uintptr_t tls_base_ = 0;
    std::uintptr_t dynamic_base_ = 0, dynamic_bytes_ = 0, first_dynamic_ = 0;
    const Allocation* last_allocation_ = nullptr;
    std::uint32_t kernel_ = 0;
    const Layout& layout_;
    Arena& arena_;
    std::unique_ptr<char, Free> dynamic_memory_;      // zeros
};

}  // namespace halo::engine
