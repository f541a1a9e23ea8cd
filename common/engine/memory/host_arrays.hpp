#pragma once
// Host arrays that the caller of a program under test has named: whatever leaves one is reported.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "engine/engine.hpp"

namespace halo::engine {

/// A named array, and how much of it was used.
struct NamedArray {
    HostArray array;
    std::uintptr_t begin = 0, end = 0;
    bool left = false;                 ///< an access outside it has been recorded
    std::size_t reached = 0;           ///< bytes from its start to the end of the last one used

    bool holds(std::uintptr_t address, std::uint64_t bytes) const { return begin <= address && address + bytes <= end; }
};

class HostArrays {
public:
    static HostArrays& instance();

    void name(const HostArray& array);
    void forget();

    /// The array at whose elements or fences the address is; nullptr if it is in no such place. Cheap where there are none.
    NamedArray* near(std::uintptr_t address)
    {
        return address - lowest_ < highest_ - lowest_ ? search(address) : nullptr;
    }

private:
    NamedArray* search(std::uintptr_t address);

    std::mutex mutex_;
    std::vector<NamedArray> arrays_;
    std::uintptr_t lowest_ = 0, highest_ = 0;
};

/// Lets the page at this address be used if it is in the fence of a named array, so that a faulting access can go on.
bool open_fence(std::uintptr_t address);

}  // namespace halo::engine
