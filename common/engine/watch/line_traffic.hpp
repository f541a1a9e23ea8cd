#pragma once
// Question: which line makes the traffic, and how do neighbouring lanes' places lie? Only while it is switched on: blocks then run
// on one host thread. Otherwise a request costs one comparison.

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/memory/arena.hpp"
#include "engine/watch/pattern.hpp"
#include "findings/line_traffic.hpp"

namespace halo::engine {

/// What one access of the program does to one array.
struct SiteTraffic {
    std::uintptr_t site = 0;
    Access access = Access::read;
    Space space = Space::global;
    std::uint64_t where = 0;                ///< shared: offset; else: address of one place in the array
    const Allocation* allocation = nullptr; ///< global memory
    std::uint32_t kernel = 0;               ///< number of the kernel's name
    DynamicArray dynamic;
    std::uint32_t dynamic_bytes = 0;
    std::uint32_t bytes = 0;
    std::uint64_t array_loads = 0, block_elements = 0;      ///< global loads: as in LineTraffic; filled in by all()
    std::uint64_t requests = 0, lanes = 0, broadcasts = 0, sectors = 0, fewest_sectors = 0, conflicts = 0, replays = 0;

    struct Seen {
        LanePattern pattern;
        std::uint64_t requests = 0;
    };
    std::vector<Seen> patterns;             ///< the first few kinds
};

/// What was counted since it was switched on, or cleared.
class SiteTraffics {
public:
    static SiteTraffics& instance();

    void switch_on(bool on)
    {
        if (on) clear();
        on_ = on;
    }
    bool on() const { return on_; }
    void clear()
    {
        sites_.clear();
        loads_.clear();
    }
    void add(const BlockState& block, const Request& request, const Pattern& pattern);
    std::vector<SiteTraffic> all() const;

private:
    /// Which elements of an array a kernel has loaded, block by block.
    struct Loads {
        std::vector<std::uint64_t> seen_in;     ///< for each element: 1 + number of the block that loaded it last
        std::uint64_t loads = 0, block_elements = 0;
    };
    void note_loads(const BlockState& block, const Request& request, const Allocation& allocation);

    using Key = std::tuple<std::uintptr_t, std::uint32_t, Space, Access, const Allocation*>;

    bool on_ = false;
    std::map<Key, SiteTraffic> sites_;
    std::map<std::pair<std::uint32_t, const Allocation*>, Loads> loads_;    ///< by kernel and array
};

class LineTrafficWatcher {
public:
    void launch_begins(const LaunchState& launch) { on_ = launch.profiled; }
    void instruction(const BlockState& block, unsigned, const Request& request, const Pattern& pattern)
    {
        if (on_) [[unlikely]] SiteTraffics::instance().add(block, request, pattern);
    }

private:
    bool on_ = false;
};

}  // namespace halo::engine
