#pragma once
// The arguments of a launch, which must reach the kernel as in a plain call.

#include <string>
#include <vector>

#include "rewrite.hpp"

namespace halo::engine {

/// One argument: tokens [begin, end). `comma` is the token before it: a comma, or the opening bracket.
struct Argument {
    std::size_t comma = 0, begin = 0, end = 0;
};

/// The tokens between the brackets at `open` and `close`, split at commas. Empty for `()`.
std::vector<Argument> split_arguments(const Stream& stream, std::size_t open, std::size_t close);

/// The same for a function's parameters, where every `name<` begins template arguments.
std::vector<Argument> split_parameters(const Stream& stream, std::size_t open, std::size_t close);

/// Rewrites the arguments of `callee(…)`, s[open] to s[close], into a lambda that makes the call for one CUDA thread, with arguments
/// that the host evaluates once: `[&, halo_0 = argument(x), halo_1 = argument(n + 1)] { callee(halo_0(), halo_1(), 0.5f); }`.
/// Arguments without a type of their own, such as `{1, 2}` or `0` for a pointer, are written in the call itself. No callee: no call,
/// where it would be a second error. Where `types` has a parameter's type, the host converts the argument to it.
void capture_arguments(Rewrite& rewrite, const Stream& stream, std::size_t open, std::size_t close, const std::string& callee,
                       const std::vector<std::string>& types);

/// Begins a line in which the token has its own line number and column. Not possible in the arguments of a macro.
std::string at_its_place(const Rewrite& rewrite, const Token& token);

}  // namespace halo::engine
