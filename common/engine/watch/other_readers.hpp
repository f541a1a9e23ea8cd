#pragma once
// Blocks that run at the same time on several host threads and read one word.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace halo::engine {

/// A shadow word has room for one reader, the first. If that one is in the block that stores the word later, the race is with another reader. Where
/// blocks run in order there is none yet; where several run, it is kept here.
class OtherReaders {
public:
    explicit OtherReaders(unsigned host_threads) : running_(host_threads) {}

    /// A host thread's place in the list of running blocks.
    unsigned join() { return joined_++; }
    void runs(unsigned host_thread, std::uint64_t block) { running_[host_thread].store(block, std::memory_order_relaxed); }
    bool is_running(std::uint64_t block) const
    {
        for (const auto& other : running_)
            if (other.load(std::memory_order_relaxed) == block) return true;
        return false;
    }

    void keep(std::uintptr_t word, std::uint64_t cell)
    {
        const std::lock_guard lock(mutex_);
        cells_.try_emplace(word, cell);
    }
    std::optional<std::uint64_t> of(std::uintptr_t word) const
    {
        const std::lock_guard lock(mutex_);
        const auto known = cells_.find(word);
        return known == cells_.end() ? std::nullopt : std::optional(known->second);
    }

private:
    std::vector<std::atomic<std::uint64_t>> running_;
    std::atomic<unsigned> joined_{0};
    mutable std::mutex mutex_;
    std::unordered_map<std::uintptr_t, std::uint64_t> cells_;   // shadow words, by word
};

}  // namespace halo::engine
