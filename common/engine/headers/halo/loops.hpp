#pragma once
// Tracks a thread's iterations of its loops. Lanes of a warp that load at one place in the same iteration do so in one
// instruction, even if some of them skipped an earlier iteration. The translator adds a Loop to each loop of device code.

#include <cstdint>

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
        path_ = outer_ * 0x85ebca6bu + 0xc2b2ae35u;
        set_loop_path(path_);
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
        if (HALO_IN_CONSTANT) return;
        path_ += 0x9e3779b1u;  // odd: distinct for 2³² iterations
        set_loop_path(path_);
    }

private:
    std::uint32_t outer_ = 0, path_ = 0;
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
