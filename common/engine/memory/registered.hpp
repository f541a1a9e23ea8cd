#pragma once
// The program's memory that was registered with cudaHostRegister. Kernels may use it, as if it were pinned.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/memory/arena.hpp"

namespace halo::engine {

class Registered {
public:
    struct Range {
        struct Free {
            void operator()(std::uint64_t* words) const { std::free(words); }
        };

        std::size_t word_count() const { return memory.end() / 4 - memory.base / 4 + 1; }

        Allocation memory;
        unsigned flags = 0;
        std::unique_ptr<std::uint64_t[], Free> words;   ///< shadow words: one for each word that a part of it is in
        bool used = false;                              ///< some of these, in the latest launch
    };

    static Registered& instance();

    /// False if another range has some of these bytes.
    bool add(void* pointer, std::size_t bytes, unsigned flags);
    /// False if no range begins here.
    bool remove(void* pointer);
    /// The range that has all of these bytes; else nullptr.
    const Range* find(std::uintptr_t address, std::uint64_t bytes) const;
    /// The range that has this address, or ends less than `reach` bytes before it.
    const Range* near(std::uintptr_t address, std::uint64_t reach) const;

    /// No shadow word knows anything.
    void launch_begins();
    /// The shadow word for this address, which must be in a range.
    std::uint64_t* shadow(std::uintptr_t address);
    /// The ranges that the latest launch used.
    std::vector<const Range*> used() const;

private:
    Range* begins_before(std::uintptr_t address) const;

    mutable std::mutex mutex_;
    std::map<std::uintptr_t, Range*> ranges_;   // by address
    std::deque<Range> all_;                     // findings refer to those that are no longer registered, too
};

}  // namespace halo::engine
