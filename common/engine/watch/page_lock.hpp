#pragma once
// Keeps host threads from changing the same shadow words at once.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "engine/watch/byte_cells.hpp"

namespace halo::engine {

/// Tells the processor that this thread only waits.
inline void pause_briefly()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/// A lock shared by a stripe of pages: only one host thread at a time may change a shadow word.
class PageLock {
public:
    PageLock(std::uintptr_t page, bool needed) : flag_(needed ? &flags_[page % kFlags] : nullptr)
    {
        while (flag_ != nullptr && flag_->test_and_set(std::memory_order_acquire)) pause_briefly();
    }
    ~PageLock()
    {
        if (flag_ != nullptr) flag_->clear(std::memory_order_release);
    }
    PageLock(const PageLock&) = delete;
    PageLock& operator=(const PageLock&) = delete;

private:
    static constexpr std::size_t kFlags = ByteCells::kStripes;
    struct alignas(64) Flag : std::atomic_flag {};
    static inline Flag flags_[kFlags];
    Flag* flag_;
};

}  // namespace halo::engine
