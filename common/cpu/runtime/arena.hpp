#pragma once
// Device memory: one reserved address range, so that an address alone tells whether it is the device's.

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>

#include "check/finding.hpp"

namespace halo::cpu {

/// Who may touch an allocation: kernels all of them; host code all but device memory and CUDA arrays.
enum class MemoryType : std::uint8_t { device, managed, pinned, array };

struct Allocation {
    std::uintptr_t base = 0;
    std::uint64_t bytes = 0;
    std::string name;      ///< of the pointer that cudaMalloc filled; may be empty
    Place at;              ///< where it was allocated
    bool freed = false;
    bool initialised = false;  ///< a __device__ variable: every byte has a value from the start
    MemoryType type = MemoryType::device;

    std::uintptr_t end() const { return base + bytes; }
    bool host_access() const { return type == MemoryType::managed || type == MemoryType::pinned; }
};

/// Allocations are 256-byte aligned, as cudaMalloc's, and lie apart by gaps that belong to nobody: an access in a gap
/// can be reported and carried out without harm. Addresses of freed memory are not used again until all others are.
class Arena {
public:
    static Arena& instance();

    /// nullptr when the device memory (HALO_DEVICE_MEMORY bytes, else 8 GiB) is used up. 0 bytes give nullptr too.
    void* allocate(std::uint64_t bytes, std::string name, Place at, MemoryType type = MemoryType::device);
    /// false when `pointer` is not the start of a live allocation.
    bool release(void* pointer);
    void release_all();

    /// In the arena's address range, allocated or not.
    bool contains(std::uintptr_t address) const { return address - base_ < size_; }

    /// The allocation whose 256-byte granules hold `address`; nullptr in a gap.
    const Allocation* find(std::uintptr_t address) const
    {
        const std::uintptr_t offset = address - base_;
        if (offset >= mapped_) return nullptr;
        const std::uint32_t id = granules_[offset / kGranule];
        return id == 0 ? nullptr : &allocations_[id - 1];
    }
    /// The allocation nearest to an address in a gap; nullptr when there is none.
    const Allocation* nearest(std::uintptr_t address) const;

    /// One byte for each aligned 4-byte word, a bit for each of its bytes that has been written.
    std::uint8_t* written(std::uintptr_t address) { return written_ + (address - base_) / 4; }
    void mark_written(std::uintptr_t address, std::uint64_t bytes);
    bool all_written(std::uintptr_t address, std::uint64_t bytes) const;

    bool mapped(std::uintptr_t address, std::uint64_t bytes) const
    {
        return address - base_ < mapped_ && address - base_ + bytes <= mapped_;
    }

    /// All that were ever made, in order.
    const std::deque<Allocation>& allocations() const { return allocations_; }
    std::size_t live_count() const { return live_count_; }
    std::uint64_t live_bytes() const { return live_bytes_; }
    std::uint64_t capacity() const { return capacity_; }

private:
    Arena();
    bool grow(std::uint64_t needed);
    Allocation* reuse(std::uint64_t bytes);

    static constexpr std::uint64_t kGranule = 256;

    std::uintptr_t base_ = 0;
    std::uint64_t size_ = 0;     ///< reserved
    std::uint64_t mapped_ = 0;   ///< usable from the start of the range
    std::uint64_t next_ = 0;     ///< offset of the next allocation
    std::uint32_t* granules_ = nullptr;
    std::uint8_t* written_ = nullptr;
    std::deque<Allocation> allocations_;  ///< id - 1 indexes it; addresses stay valid
    std::deque<std::uint32_t> free_ids_;  ///< oldest first
    std::size_t live_count_ = 0;
    std::uint64_t live_bytes_ = 0, capacity_ = 0;
};

}  // namespace halo::cpu
