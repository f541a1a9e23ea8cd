#pragma once
// Which host thread runs which blocks of a launch.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace halo::engine {

/// Neighbouring blocks usually write neighbouring memory, and two processors that write to neighbouring cache lines wait
/// for each other. So each host thread runs its own part of the grid from the front; one that has finished helps the
/// others.
class BlockShares {
public:
    struct Share {
        std::uint64_t first, end;
    };

    /// Of blocks from `first` to `end`.
    BlockShares(std::uint64_t first, std::uint64_t end, unsigned host_threads)
        : share_(std::clamp<std::uint64_t>((end - first) / host_threads / kShares, 1, kMostBlocks)), parts_(host_threads)
    {
        for (unsigned i = 0; i < host_threads; ++i) {
            parts_[i].next = first + (end - first) * i / host_threads;
            parts_[i].end = first + (end - first) * (i + 1) / host_threads;
        }
    }

    /// Assigns a part to a host thread that begins. At most `host_threads` join.
    unsigned join() { return joined_++; }

    /// The next blocks for the host thread with `part`; empty when all have been taken.
    std::optional<Share> take(unsigned part)
    {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            Part& from = parts_[(part + i) % parts_.size()];
            if (from.next >= from.end) continue;
            const std::uint64_t first = from.next.fetch_add(share_);
            if (first < from.end) return Share{first, std::min(first + share_, from.end)};
        }
        return {};
    }

private:
    static constexpr std::uint64_t kShares = 16, kMostBlocks = 64;   // shares per part, at least; blocks per share, at most

    struct alignas(64) Part {
        std::atomic<std::uint64_t> next{0};
        std::uint64_t end = 0;
    };

    const std::uint64_t share_;   // blocks taken at a time
    std::vector<Part> parts_;
    std::atomic<unsigned> joined_{0};
};

}  // namespace halo::engine
