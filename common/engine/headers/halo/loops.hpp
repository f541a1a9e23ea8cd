#pragma once
// Tracks a thread's iterations of its loops. Lanes of a warp that load at one place in the same iteration do so in one
// instruction, even if some of them skipped an earlier iteration. The translator adds a Loop to each loop of device code.

#include <cstdint>
#include <type_traits>

#include "builtins.hpp"

namespace halo_engine {

/// A number for the thread's place in its loops: equal for equal iterations of all enclosing loops. Not instrumented;
/// volatile, because it changes.
#if defined(__x86_64__)
[[gnu::always_inline]] inline std::uint32_t loop_path() noexcept
{
    std::uint32_t path;
    __asm__ volatile("movl %%fs:halo_now@tpoff+12, %0" : "=r"(path));
    return path;
}
[[gnu::always_inline]] inline void set_loop_path(std::uint32_t path) noexcept
{
    __asm__ volatile("movl %0, %%fs:halo_now@tpoff+12" : : "ri"(path));
}
#else
[[gnu::noinline]] std::uint32_t loop_path() noexcept;
[[gnu::noinline]] void set_loop_path(std::uint32_t path) noexcept;
#endif

class Loop {
public:
    [[gnu::always_inline]] constexpr Loop()
    {
        if (std::is_constant_evaluated()) return;
        outer_ = loop_path();
        path_ = outer_ * 0x85ebca6bu + 0xc2b2ae35u;
        set_loop_path(path_);
    }
    [[gnu::always_inline]] constexpr ~Loop()
    {
        if (!std::is_constant_evaluated()) set_loop_path(outer_);
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    /// Called when another iteration begins.
    [[gnu::always_inline]] constexpr void turn()
    {
        if (std::is_constant_evaluated()) return;
        path_ += 0x9e3779b1u;  // odd: distinct for 2³² iterations
        set_loop_path(path_);
    }

private:
    std::uint32_t outer_ = 0, path_ = 0;
};

}  // namespace halo_engine
