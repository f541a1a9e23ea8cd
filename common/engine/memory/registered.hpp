#pragma once
// The program's memory that was registered with cudaHostRegister.

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "engine/memory/arena.hpp"
#include "engine/memory/boxes.hpp"

namespace halo::engine {

/// The registered ranges, by address.
class Registered {
public:
    static Registered& instance()
    {
        static Registered* table = new Registered;
        return *table;
    }

    bool add(void* pointer, std::size_t bytes, unsigned flags)
    {
        const std::lock_guard lock(mutex_);
        const auto begin = address_of(pointer);
        const auto after = ranges_.lower_bound(begin + bytes);
        if (after != ranges_.begin() && std::prev(after)->second.memory.end() > begin) return false;  // overlaps another range
        ranges_[begin] = {{.base = begin, .bytes = bytes, .label = {}, .at = {}, .freed = false, .initialised = true,
                           .type = MemoryType::pinned},
                          flags};
        return true;
    }
    bool remove(void* pointer)
    {
        const std::lock_guard lock(mutex_);
        return ranges_.erase(address_of(pointer)) != 0;
    }
    const Allocation* find(std::uintptr_t address, std::uint64_t bytes, unsigned* flags = nullptr)
    {
        const std::lock_guard lock(mutex_);
        const auto after = ranges_.upper_bound(address);
        if (after == ranges_.begin()) return nullptr;
        const Range& range = std::prev(after)->second;
        if (address + bytes > range.memory.end()) return nullptr;
        if (flags != nullptr) *flags = range.flags;
        return &range.memory;
    }

private:
    struct Range {
        Allocation memory;
        unsigned flags = 0;
    };
    std::mutex mutex_;
    std::map<std::uintptr_t, Range> ranges_;
};

}  // namespace halo::engine
