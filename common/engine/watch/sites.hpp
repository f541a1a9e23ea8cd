#pragma once
// Short numbers for the places in a program that access memory, so that a shadow word has room for one. What a shadow word says is of
// one launch: when a launch begins and none is running, the numbers are free for others if many are taken.

#include <atomic>
#include <cstdint>
#include <mutex>

namespace halo::engine {

class Sites {
public:
    static constexpr std::uint32_t kCount = 1024;

    /// Numbers keep their meaning as long as it lives.
    class OfLaunch {
    public:
        OfLaunch()
        {
            const std::lock_guard lock(mutex_);
            if (running_++ != 0 || taken_.load(std::memory_order_relaxed) < kCount / 4) return;
            for (std::atomic<std::uintptr_t>& site : sites_) site.store(0, std::memory_order_relaxed);
            taken_.store(0, std::memory_order_relaxed);
        }
        ~OfLaunch()
        {
            const std::lock_guard lock(mutex_);
            --running_;
        }
        OfLaunch(const OfLaunch&) = delete;
        OfLaunch& operator=(const OfLaunch&) = delete;
    };

    /// 0 when all numbers are taken: the line of such an access is not reported.
    static std::uint32_t number(std::uintptr_t site)
    {
        std::uint32_t slot = static_cast<std::uint32_t>((site * 0x9e3779b97f4a7c15u) >> 54);
        for (std::uint32_t tries = 0; tries < kCount; ++tries, slot = (slot + 1) % kCount) {
            if (slot == 0) continue;
            std::uintptr_t known = sites_[slot].load(std::memory_order_relaxed);
            if (known == site) return slot;
            if (known != 0) continue;
            if (sites_[slot].compare_exchange_strong(known, site, std::memory_order_relaxed)) {
                taken_.fetch_add(1, std::memory_order_relaxed);
                return slot;
            }
            if (known == site) return slot;
        }
        return 0;
    }
    static std::uintptr_t site(std::uint32_t number) { return sites_[number].load(std::memory_order_relaxed); }

private:
    static inline std::atomic<std::uintptr_t> sites_[kCount]{};
    static inline std::atomic<std::uint32_t> taken_{0};
    static inline std::mutex mutex_;
    static inline int running_ = 0;
};

}  // namespace halo::engine
