#pragma once
// Tracks a thread's iterations of its loops. Lanes of a warp that load at one place in the same iteration do so in one
// instruction, even if some of them skipped an earlier iteration. The translator adds a Loop to each loop of device code.

#include <cstdint>
#include <type_traits>

#include "builtins.hpp"

namespace halo_engine {

/// A loop's first path is `outer * kNest + kTurn`, and each iteration adds kTurn. So a path is kTurn times a number whose
/// digits in base kNest are iterations, counted from 1, outermost first; five loops fit. watch/warp_log.cpp orders paths by
/// it. The lower half of a path identifies a warp's instruction: modulo 2³², too, no small numbers of iterations of one loop
/// make up for those of another.
inline constexpr std::uint64_t kTurn = std::uint64_t(-0x61c8864f), kNest = 3623;

/// A number for the thread's place in its loops: equal for equal iterations of all enclosing loops. Not instrumented;
/// volatile, because it changes.
#if defined(__x86_64__)
[[gnu::always_inline]] inline std::uint64_t loop_path() noexcept
{
    std::uint64_t path;
    __asm__ volatile("movq %%fs:halo_now@tpoff+16, %0" : "=r"(path));
    return path;
}
[[gnu::always_inline]] inline void set_loop_path(std::uint64_t path) noexcept
{
    __asm__ volatile("movq %0, %%fs:halo_now@tpoff+16" : : "re"(path));
}
[[gnu::always_inline]] inline void add_turn() noexcept { __asm__ volatile("addq %0, %%fs:halo_now@tpoff+16" : : "e"(kTurn) : "cc"); }
#else
[[gnu::noinline]] std::uint64_t loop_path() noexcept;
[[gnu::noinline]] void set_loop_path(std::uint64_t path) noexcept;
[[gnu::noinline]] void add_turn() noexcept;
#endif

class Loop {
public:
    [[gnu::always_inline]] constexpr Loop()
    {
        if (std::is_constant_evaluated()) return;
        outer_ = loop_path();
        set_loop_path(outer_ * kNest + kTurn);
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
        if (!std::is_constant_evaluated()) add_turn();
    }

private:
    std::uint64_t outer_ = 0;
};

}  // namespace halo_engine
