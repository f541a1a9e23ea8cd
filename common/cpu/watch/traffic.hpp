#pragma once
// Question: how many elements, warp requests, sectors and bank conflicts does the kernel make?

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "check/counters.hpp"
#include "cpu/watch/access.hpp"

namespace halo::cpu {

/// The lanes of a warp run one after another here, so their accesses are logged and put side by side afterwards: the
/// n-th time that two lanes come by the same place in the program is one warp instruction.
class Traffic {
public:
    static constexpr unsigned kWarp = 32;
    /// A lane that has logged this many accesses waits for the others, so that the log stays small.
    static constexpr std::size_t kLogLimit = 16384;

    /// Returns true when the lane's log is full.
    bool access(const ThreadState& thread, const MemoryAccess& access)
    {
        const std::uint64_t words = (access.bytes + 3) / 4;
        const bool reads = access.kind == Access::read, global = access.space == Space::global;
        if (access.space == Space::constant)
            counters_.constant_loads += words;
        else if (reads)
            (global ? counters_.global_loads : counters_.shared_loads) += words;
        else
            (global ? counters_.global_stores : counters_.shared_stores) += words;
        std::vector<Record>& log = lanes_[thread.linear % kWarp];
        log.push_back({access.address, static_cast<std::uint32_t>(access.site), static_cast<std::uint16_t>(access.bytes),
                       access.space, !reads});
        return log.size() >= kLogLimit;
    }

    /// All lanes of a warp have stopped: turns their logs into requests.
    void warp_stops();
    void drop_logs();

    Counters& counters() { return counters_; }

private:
    struct Record {
        std::uintptr_t address;
        std::uint32_t site;
        std::uint16_t bytes;
        Space space;
        bool store;
    };
    struct Request {
        std::array<std::uintptr_t, kWarp> address;
        unsigned lanes = 0;
    };

    bool aligned() const;
    void count(const Record& kind, const Request& request);
    void count_divergent();

    std::array<std::vector<Record>, kWarp> lanes_;
    Counters counters_;
};

}  // namespace halo::cpu
