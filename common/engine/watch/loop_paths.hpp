#pragma once
// Compares places in the iterations of loops, see headers/halo/loops.hpp.

#include <cstdint>

namespace halo::engine {

/// Iterations of a loop that lie no further apart may be in one log of a warp, if each makes an access.
inline constexpr std::uint64_t kNear = 512;

/// Positive: `path` is in a later iteration than `than` of a loop around both; negative: in an earlier one; 0: in the same
/// iteration of every loop around both.
std::int64_t later(std::uint64_t path, std::uint64_t than);

/// `path` is in the innermost iteration of `of`, or in a loop that began there. Only for the first kNest iterations of a loop inside.
bool in_iteration(std::uint64_t path, std::uint64_t of);

/// `path` is in the same loop as `than`, in the same iteration or one of the next kNear; and that loop is in more loops than `of`.
bool goes_on_inside(std::uint64_t path, std::uint64_t than, std::uint64_t of);

}  // namespace halo::engine
