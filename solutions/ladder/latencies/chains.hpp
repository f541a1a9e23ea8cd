#pragma once
// A chain through all nodes of an array, in an order that no prefetcher guesses: each node says which one comes next.

#include <cstddef>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace halo::ladder {

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

}  // namespace halo::ladder
