#pragma once
// Short numbers for the places in a program that access memory, so that a shadow word has room for one.

#include <atomic>
#include <cstdint>

namespace halo::engine {

class Sites {
public:
    static constexpr std::uint32_t kCount = 1024;

    /// 0 when all numbers are taken: the line of such an access is not reported.
    static std::uint32_t number(std::uintptr_t site)
    {
        std::uint32_t slot = static_cast<std::uint32_t>((site * 0x9e3779b97f4a7c15u) >> 54);
        for (std::uint32_t tries = 0; tries < kCount; ++tries, slot = (slot + 1) % kCount) {
            if (slot == 0) continue;
            std::uintptr_t known = sites_[slot].load(std::memory_order_relaxed);
            if (known == site) return slot;
            if (known != 0) continue;
            if (sites_[slot].compare_exchange_strong(known, site, std::memory_order_relaxed) || known == site) return slot;
        }
        return 0;
    }
    static std::uintptr_t site(std::uint32_t number) { return sites_[number].load(std::memory_order_relaxed); }

private:
    static inline std::atomic<std::uintptr_t> sites_[kCount]{};
};

}  // namespace halo::engine
