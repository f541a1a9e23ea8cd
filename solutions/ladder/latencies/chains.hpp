#pragma once
// A chain through all nodes of an array, in an order that no prefetcher guesses: each node says which one comes next.

#include <cstddef>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace halo::ladder {

/// As many as there is room for, but one: an odd number where both are powers of two, so that a power of two of steps is never a round, or several. Such a walk would
/// end where it began, as one that takes no step.
constexpr std::size_t nodes_in(std::size_t bytes, std::size_t line) { return bytes / line - 1; }

/// next[i] of each node i: one cycle through all of them, drawn by Sattolo's shuffle.
inline std::vector<unsigned> random_cycle(std::size_t nodes)
{
    std::vector<unsigned> next(nodes);
    std::iota(next.begin(), next.end(), 0u);
    std::mt19937_64 random(1);
    for (std::size_t i = nodes; i-- > 1;) std::swap(next[i], next[random() % i]);
    return next;
}

/// The node that a walk from `start` ends at.
inline unsigned after(const std::vector<unsigned>& next, unsigned start, std::size_t steps)
{
    for (std::size_t i = 0; i < steps; ++i) start = next[start];
    return start;
}

/// Does a walk come through every node before it is back? Else it stays in a part of the array, and in a cache that it should not fit.
inline bool is_one_cycle(const std::vector<unsigned>& next)
{
    unsigned at = 0;
    for (std::size_t steps = 1; steps <= next.size(); ++steps) {
        at = next[at];
        if (at == 0) return steps == next.size();
    }
    return false;
}

/// The chain itself. Throws std::runtime_error if it isn't one cycle: a latency is measured of none that is not.
inline std::vector<unsigned> checked(std::vector<unsigned> next)
{
    if (!is_one_cycle(next))
        throw std::runtime_error("a chain does not lead through all " + std::to_string(next.size()) + " nodes\n  where: from node 0\n  try:   draw it with random_cycle");
    return next;
}

}  // namespace halo::ladder
