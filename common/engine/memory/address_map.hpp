#pragma once
// Which memory an address belongs to, as a kernel of the launch under way may use it; or what it was meant to be.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/memory/arena.hpp"
#include "engine/memory/layout.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

/// More dynamic shared memory than any card gives a block, so that most overruns stay inside.
constexpr std::size_t kDynamicRoom = 256 * 1024;

/// Offsets of a block's shared memory: the thread-local block first, dynamic shared memory from here on.
std::uint64_t first_dynamic_offset();

/// Stands for all __device__ variables of the program.
const Allocation& device_variables_allocation();

/// Why an access is out of bounds.
struct Astray {
    Space space = Space::global;
    Outside why = Outside::none;
    const Allocation* allocation = nullptr;   ///< the nearest, if any
};

struct Located {
    Space space = Space::global;
    std::uintptr_t where = 0;   ///< shared: offset in the block's memory; else: address
    bool watched = false;       ///< false: read-only data of the program, or nothing to be said of it
    Range array;                ///< the addresses beside it that are as good
    Astray astray;              ///< `why` other than none: no kernel may use it
};

/// A host thread's own: shared memory lies in its thread-local block.
class AddressMap {
public:
    AddressMap();

    /// `kernel`: as Layout knows it.
    void launch_begins(std::uint32_t kernel, std::size_t dynamic_bytes);

    bool in_device_memory(std::uintptr_t address) const { return address - arena_base_ < arena_bytes_; }
    /// Of any address in device memory; whether an allocation is there is asked for whole warps.
    Located device_memory(std::uintptr_t address) const
    {
        return {Space::global, address, true, {arena_base_, arena_base_ + arena_bytes_}, {}};
    }
    /// Of any other. Not asked about the stacks of CUDA threads.
    Located locate(std::uintptr_t address, std::uint32_t bytes, Access kind) const;
    /// `address`, at which a finding is, in the measure that Located::where has.
    std::uint64_t where(Space space, std::uintptr_t address) const;

    /// The living allocation that holds all of [begin, end) of global memory; else nullptr.
    const Allocation* allocation_of(std::uintptr_t begin, std::uintptr_t end)
    {
        if (last_allocation_ != nullptr && begin >= last_allocation_->base && end <= last_allocation_->end()) return last_allocation_;
        return look_up(begin, end);
    }
    /// Of a place that no living allocation holds.
    Astray outside_allocations(std::uintptr_t place) const;

    char* dynamic_memory() const { return reinterpret_cast<char*>(dynamic_base_); }
    /// Words of a block's shared memory, static and dynamic.
    std::size_t shared_words() const { return (first_dynamic_ + dynamic_bytes_ + 3) / 4; }

    /// What lies in the shared memory of the block under way, for a block that waits while others run.
    struct SharedContents {
        std::vector<std::vector<char>> arrays;   // in the order of the layout
        std::vector<char> dynamic;
    };
    SharedContents save_shared() const;
    void restore_shared(const SharedContents& contents) const;

private:
    Astray runaway(std::uintptr_t address, std::uint32_t bytes) const;
    const Allocation* look_up(std::uintptr_t begin, std::uintptr_t end);

    std::uintptr_t arena_base_ = 0, arena_bytes_ = 0;
    std::uintptr_t tls_base_ = 0;
    std::uintptr_t dynamic_base_ = 0, dynamic_bytes_ = 0, first_dynamic_ = 0;
    const Allocation* last_allocation_ = nullptr;
    std::uint32_t kernel_ = 0;
    const Layout& layout_;
    Arena& arena_;
    std::vector<char> dynamic_memory_;
};

}  // namespace halo::engine
