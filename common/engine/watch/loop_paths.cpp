#include "engine/watch/loop_paths.hpp"

#include <cstdlib>

#include "engine/headers/halo/loops.hpp"

namespace halo::engine {
namespace {

using halo_engine::kNest, halo_engine::kTurn;

/// The number whose product with `odd` is 1. Each step doubles the bits that are right: 3, 6, … 96.
constexpr std::uint64_t inverse(std::uint64_t odd)
{
    std::uint64_t out = odd;
    for (int step = 0; step < 5; ++step) out *= 2 - odd * out;
    return out;
}

/// The iterations of a path as digits, see halo/loops.hpp.
std::uint64_t digits(std::uint64_t path)
{
    constexpr std::uint64_t kInverse = inverse(kTurn);
    static_assert(kTurn * kInverse == 1);
    return path * kInverse;
}

int depth(std::uint64_t digits)
{
    int out = 0;
    for (; digits != 0; digits /= kNest) ++out;
    return out;
}

}  // namespace

std::int64_t later(std::uint64_t path, std::uint64_t than)
{
    std::uint64_t ours = digits(path), theirs = digits(than);
    const auto distance = static_cast<std::int64_t>(ours - theirs);
    const int inside = depth(ours) - depth(theirs);
    // Iteration kNest of a loop has a digit more than the one before.
    const bool one_loop = ours != 0 && theirs != 0 && std::uint64_t(std::abs(distance)) < kNear;
    if (inside == 0 || one_loop) return distance;
    for (int i = 0; i < inside; ++i) ours /= kNest;
    for (int i = inside; i < 0; ++i) theirs /= kNest;
    return static_cast<std::int64_t>(ours - theirs);
}

bool in_iteration(std::uint64_t path, std::uint64_t of)
{
    return path == of || (depth(digits(path)) > depth(digits(of)) && later(path, of) == 0);
}

bool goes_on_inside(std::uint64_t path, std::uint64_t than, std::uint64_t of)
{
    return digits(path) - digits(than) < kNear && depth(digits(path)) > depth(digits(of));
}

}  // namespace halo::engine
