#pragma once
// The arguments of a launch: how each reaches the kernel as it would in a plain call.

#include <string>
#include <vector>

#include "rewrite.hpp"

namespace halo::engine {

/// One argument: tokens [begin, end). `comma` is the token in front of it: a comma, or the opening bracket.
struct Argument {
    std::size_t comma = 0, begin = 0, end = 0;
};

/// What stands between the brackets at `open` and `close`, cut at its commas. Empty between `()`.
std::vector<Argument> split_arguments(const Stream& stream, std::size_t open, std::size_t close);

/// Rewrites the arguments of `callee(…)`, s[open] to s[close], so that the host evaluates each once, and a lambda makes the
/// call for one CUDA thread: `auto halo_0 = x; auto halo_1 = n + 1; … { callee(halo_0, halo_1, 0.5f); }`. What has no type
/// of its own, `0` for a pointer or `{1, 2}`, stands in the call itself.
void capture_arguments(Rewrite& rewrite, const Stream& stream, std::size_t open, std::size_t close, const std::string& callee);

}  // namespace halo::engine
