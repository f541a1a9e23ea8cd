#pragma once
// Question: does a kernel use memory that nobody counts? While a veil is down, memory holds other numbers; an access that arrives here finds the
// true ones until the next one arrives. What is read without a call gets the others, and what is stored without one is lost.

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/memory/layout.hpp"

namespace halo::engine {

class Veil {
public:
    /// Over device memory, device variables, what the program allocated on the heap, and these ranges.
    void drop(const std::vector<Range>& more);
    void lift();

    /// Called before the access. `thread`: a number that no other thread of the launch has. What the thread accessed before stays in sight, too: a function that
    /// copies makes two accesses before it moves anything.
    void access(std::uint64_t thread, std::uintptr_t address, std::uint64_t bytes, bool stores);

private:
    struct Window {
        std::uintptr_t address = 0;
        std::uint64_t bytes = 0;
        bool stores = false;
    };
    struct Region {
        std::uintptr_t begin = 0;
        std::vector<unsigned char> truth;
        std::uintptr_t end() const { return begin + truth.size(); }
    };

    void cover(const Range& range);
    /// Calls `visit(region, first, end)` for the addresses of the window that are veiled.
    template <class Visit>
    void in_regions(const Window& window, Visit visit);
    void close();

    std::map<std::uintptr_t, Region> regions_;              ///< by begin
    std::vector<Window> open_;
    std::unordered_map<std::uint64_t, Window> last_;        ///< of each thread
};

}  // namespace halo::engine
