#pragma once
// What a function of device code returns, on its way to memory.

namespace halo_engine {

/// The translator puts it around a call whose result is assigned to memory. g++ would let the called function store a struct there, or
/// store it after the call, and instruments neither; from a variable it is stored with a hook. A reference stays one, and what
/// fits into a register stays in it.
template <class T>
[[nodiscard, gnu::always_inline]] constexpr T&& returned(T&& result) noexcept
{
    return static_cast<T&&>(result);
}

}  // namespace halo_engine
