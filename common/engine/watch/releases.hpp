#pragma once
// What fences and atomics order in one launch. A thread that makes an atomic access after a fence releases what it knew at the
// fence; a thread that has made an atomic access to the same word and then passes a fence has acquired it.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace halo::engine {

/// Numbers of releases, as ranges: a chain of blocks that wait for each other is one range.
class ReleaseSet {
public:
    bool empty() const { return ranges_.empty(); }
    bool contains(std::uint32_t number) const;
    void add(std::uint32_t number) { add_range({number, number + 1}); }
    void add(const ReleaseSet& other)
    {
        for (const Range& range : other.ranges_) add_range(range);
    }

private:
    struct Range {
        std::uint32_t first, end;
    };
    void add_range(Range range);

    std::vector<Range> ranges_;   // in order, with gaps between them
};

/// What a thread had done, and knew of its own block, when it passed a fence. Stamps are those of BlockState::stamp().
struct Release {
    using Stamps = std::shared_ptr<const std::array<std::uint32_t, 32>>;   // shared: most threads of a block have the same

    std::uint64_t block = 0;
    std::uint32_t thread = 0;
    std::uint32_t stamp = 0;                  ///< accesses of `thread` up to this stamp come before the fence
    Stamps before;                            ///< by warp: accesses of all its threads at lower stamps do, because of a barrier
    Stamps lanes;                             ///< by lane of the thread's warp: likewise, because of a meeting; may be null

    bool covers(std::uint32_t other, std::uint32_t other_stamp) const
    {
        const std::uint32_t warp = other / 32;
        return other_stamp < (*before)[warp] || (other == thread && other_stamp <= stamp) ||
               (lanes && warp == thread / 32 && other_stamp < (*lanes)[other % 32]);
    }
};

/// The releases of all blocks of a launch.
class Releases {
public:
    /// Some thread of the launch has passed a fence.
    bool any() const { return any_.load(std::memory_order_relaxed); }
    std::uint32_t add(const Release& release);
    /// The release of a fence that nobody can have acquired is used for the thread's next one.
    void replace(std::uint32_t number, const Release& release);

    void publish(std::uintptr_t address, const ReleaseSet& releases);
    void acquire(std::uintptr_t address, ReleaseSet& into) const;
    /// Whether an access comes before one of these releases.
    bool cover(const ReleaseSet& known, std::uint64_t block, std::uint32_t thread, std::uint32_t stamp) const;
    /// All blocks have met.
    void clear();

private:
    mutable std::mutex mutex_;
    std::atomic<bool> any_{false};
    std::vector<Release> all_;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> of_block_;
    std::unordered_map<std::uintptr_t, ReleaseSet> published_;   // by the address of the atomic word
};

}  // namespace halo::engine
