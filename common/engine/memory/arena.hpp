#pragma once
// Device memory: one reserved address range, so that the address alone shows that memory is the device's.

#include <atomic>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "engine/memory/stable_list.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

/// Kernels may access all types of allocation; host code all but device memory and CUDA arrays.
enum class MemoryType : std::uint8_t { device, managed, pinned, array };

struct Label {
    std::string name;                  ///< of the pointer that cudaMalloc filled; may be empty
    std::uint32_t element_bytes = 0;   ///< size of what it points to; 0: not known
    std::uint32_t scalar_bytes = 0;    ///< likewise, of a number or of a vector's component
    bool is_float = false;
};

struct Allocation {
    std::uintptr_t base = 0;
    std::uint64_t bytes = 0;
    Label label;
    Place at;              ///< where it was allocated
    bool freed = false;
    mutable bool under_texture = false;   ///< when it was freed, a texture object still stood on it
    bool initialised = false;  ///< every byte is initialised; else the shadow words record which are
    MemoryType type = MemoryType::device;
    mutable std::uint64_t looked_through = 0;   ///< bytes in which stores of uninstrumented host code were looked for
    bool filled = false;       ///< a copy went here since forget_copies() …
    std::string filled_from = {};  ///< … the latest from this host array, if the caller named it
    std::uint64_t filled_bytes = 0;                   ///< by all copies since it was allocated
    std::vector<std::uintptr_t> filled_in_part = {};  ///< return addresses of the latest copy that was not for the whole array
    mutable std::uint32_t loaded_in = 0, stored_in = 0;  ///< serial numbers of the latest launches that did; 0: none

    std::uintptr_t end() const { return base + bytes; }
    bool host_access() const { return type == MemoryType::managed || type == MemoryType::pinned; }
};

/// State of 4 KiB of device memory.
struct ShadowPage {
    std::uint32_t allocation = 0;  ///< id of the allocation in it
    std::uint32_t launch = 0;      ///< the launch that its shadow words describe
};

/// Allocations are 256-byte aligned, like cudaMalloc's, and separated by gaps: an access in a gap can be reported and
/// still carried out safely. Addresses of freed memory are not reused until all others are used up. Each 4-byte word has
/// a shadow word of 8 bytes for the watchers; pages of shadow words are mapped when first used.
///
/// Allocations are made and released by one host thread at a time, in its turn at the device. Host code and kernels look them up meanwhile.
class Arena {
public:
    static Arena& instance();

    /// nullptr when the device memory (HALO_DEVICE_MEMORY bytes, by default 8 GiB) is used up, or if `bytes` is 0.
    void* allocate(std::uint64_t bytes, Label label, Place at, MemoryType type = MemoryType::device);
    /// false when `pointer` is not the start of a live allocation.
    bool release(void* pointer);
    void release_all();

    /// In the arena's address range, allocated or not.
    bool contains(std::uintptr_t address) const { return address - base_ < size_; }

    /// In the arena's own tables: reserved addresses that a runaway index may reach.
    bool is_shadow(std::uintptr_t address) const
    {
        return address - reinterpret_cast<std::uintptr_t>(shadow_) < 2 * size_ ||
               address - reinterpret_cast<std::uintptr_t>(pages_) < size_ / kPage * sizeof(ShadowPage);
    }

    /// The allocation in the page of `address` that begins at or before it; it may also end before it. nullptr in a gap.
    const Allocation* find(std::uintptr_t address) const
    {
        const std::uintptr_t offset = address - base_;
        if (offset >= mapped_) return nullptr;
        const std::uint32_t id = std::atomic_ref(pages_[offset / kPage].allocation).load(std::memory_order_acquire);
        return id == 0 || address < allocations_[id - 1].base ? nullptr : &allocations_[id - 1];
    }
    /// The allocation nearest to an address in a gap; nullptr when there is none.
    const Allocation* nearest(std::uintptr_t address) const;

    static constexpr std::uint64_t kPage = 4096;
    static constexpr std::uint64_t kWritten = 0x0f;  ///< of a shadow word: one bit per initialised byte

    /// Shadow word of the aligned 4-byte word at `address`.
    std::uint64_t* shadow(std::uintptr_t address) const { return shadow_ + (address - base_) / 4; }
    ShadowPage& page(std::uintptr_t address) const { return pages_[(address - base_) / kPage]; }

    /// What each word held when it was allocated. If it has changed, something was stored there, with a hook or without.
    static std::uint32_t fill_of(const Allocation& allocation);
    void mark_written(std::uintptr_t address, std::uint64_t bytes);
    /// Records that a copy of `bytes` bytes went to this address. `from`: the host array, if it has a name. `call`: who called, if it
    /// was not for the whole array.
    void mark_filled(std::uintptr_t address, std::uint64_t bytes, std::string from, std::vector<std::uintptr_t> call);
    void forget_copies();
    bool all_written(std::uintptr_t address, std::uint64_t bytes) const;
    /// Records a copy: bytes that were never initialised in the source are uninitialised in the target.
    void copy_written(std::uintptr_t target, std::uintptr_t source, std::uint64_t bytes);

    std::uintptr_t base() const { return base_; }
    /// Usable bytes from base() on.
    std::uint64_t mapped_bytes() const { return mapped_; }
    bool mapped(std::uintptr_t address, std::uint64_t bytes) const
    {
        return address - base_ < mapped_ && address - base_ + bytes <= mapped_;
    }

    /// Live managed and pinned memory of which it is not known that all is initialised.
    std::vector<const Allocation*> unset_host_memory();

    /// All allocations ever made, in order.
    const StableList<Allocation>& allocations() const { return allocations_; }
    std::size_t live_count() const { return live_count_; }
    std::uint64_t live_bytes() const { return live_bytes_; }
    std::uint64_t capacity() const { return capacity_; }

private:
    Arena();
    bool grow(std::uint64_t needed);
    Allocation* reuse(std::uint64_t bytes);

    static constexpr std::uint64_t kAlignment = 256;

    void assign_pages(const Allocation& allocation, std::uint32_t id);
    /// Marks the whole allocation as uninitialised.
    void forget(const Allocation& allocation);

    std::uintptr_t base_ = 0;
    std::uint64_t size_ = 0;     ///< reserved
    std::atomic<std::uint64_t> mapped_{0};   ///< usable from the start of the range
    std::uint64_t next_ = 0;     ///< offset of the next allocation
    ShadowPage* pages_ = nullptr;
    std::uint64_t* shadow_ = nullptr;
    StableList<Allocation> allocations_;  ///< index: id - 1
    std::deque<std::uint32_t> free_ids_;  ///< oldest first
    std::vector<const Allocation*> unset_host_memory_;
    std::size_t live_count_ = 0;
    std::uint64_t live_bytes_ = 0, capacity_ = 0;
};

}  // namespace halo::engine
