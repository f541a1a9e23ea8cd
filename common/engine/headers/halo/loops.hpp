#pragma once
// Tracks a thread's iterations of its loops. Lanes of a warp that load at one place in the same iteration do so in one
// instruction, even if some of them skipped an earlier iteration. The translator adds a Loop to each loop of device code.

#include <cstdint>

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

// Before C++20, a class with a destructor can't be used in a constexpr function.
#if __cplusplus >= 202002L
#define HALO_CONSTEXPR_20 constexpr
#define HALO_IN_CONSTANT __builtin_is_constant_evaluated()
#else
#define HALO_CONSTEXPR_20
#define HALO_IN_CONSTANT false
#endif

class Loop {
public:
    [[gnu::always_inline]] HALO_CONSTEXPR_20 Loop()
    {
        if (HALO_IN_CONSTANT) return;
        outer_ = loop_path();
        set_loop_path(outer_ * kNest + kTurn);
    }
    [[gnu::always_inline]] HALO_CONSTEXPR_20 ~Loop()
    {
        if (!HALO_IN_CONSTANT) set_loop_path(outer_);
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    /// 0, for the switch that declares the loop.
    [[gnu::always_inline]] HALO_CONSTEXPR_20 operator int() const { return 0; }

    /// Called when another iteration begins.
    [[gnu::always_inline]] HALO_CONSTEXPR_20 void turn()
    {
        if (!HALO_IN_CONSTANT) add_turn();
    }

private:
    std::uint64_t outer_ = 0;
};
#undef HALO_CONSTEXPR_20
#undef HALO_IN_CONSTANT

/// In a function declared constexpr: there, older standards don't track loops.
#if __cplusplus >= 202002L
using ConstexprLoop = Loop;
#else
struct ConstexprLoop {
    constexpr operator int() const { return 0; }
    constexpr void turn() const {}
};
#endif

}  // namespace halo_engine
