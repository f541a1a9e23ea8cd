#pragma once
// Walks of one thread in which each step needs what the one before brought: what a step takes is a latency.

#include <cstddef>
#include <vector>

namespace halo::ladder {

/// Steps come in groups, so that the loop's own instructions are few among them. `steps` of every walk is a multiple.
constexpr unsigned kStepsOfGroup = 128;

/// Bytes between nodes: a line of L1 and L2, which also shared memory and textures are walked by, and one of the constant cache.
constexpr std::size_t kLine = 128, kConstantLine = 64;

struct Walked {
    double cycles = 0;          ///< of a step
    unsigned end = 0;           ///< the node that it ended at, or what was counted
};

/// Nodes of a chain in the card's memory, `stride` bytes apart, the pointer to the next one in each. Throws CudaError if there is no room.
class GlobalChain {
public:
    GlobalChain(const std::vector<unsigned>& next, std::size_t stride);
    ~GlobalChain();
    GlobalChain(const GlobalChain&) = delete;
    GlobalChain& operator=(const GlobalChain&) = delete;

    /// An array that a cache near the thread may hold is walked through once before the clock is read: a launch begins without it.
    Walked walk(unsigned start, unsigned steps) const;

private:
    char* nodes_ = nullptr;
    std::size_t count_ = 0, stride_ = 0;
};

/// Nodes are kLine bytes apart; at most 32 KiB, else CudaError.
Walked walk_shared(const std::vector<unsigned>& next, unsigned steps);

/// Nodes are kConstantLine bytes apart; at most 64 KiB, else CudaError.
Walked walk_constant(const std::vector<unsigned>& next, unsigned steps);

/// Nodes are kLine bytes apart, fetched by tex1Dfetch.
Walked walk_texture(const std::vector<unsigned>& next, unsigned steps);

/// x = x · 1 + 1 in a register: `end` is how often.
Walked chain_of_fma(unsigned steps);
Walked chain_of_integers(unsigned steps);

/// Each of 31 lanes takes its right neighbour's value: `end` is the lane whose value lane 0 has at last, steps mod 31.
Walked chain_of_shuffles(unsigned steps);

/// __syncthreads of so many threads: `end` is how often.
Walked row_of_barriers(unsigned steps, int threads);

/// Cycles of a multiprocessor in a nanosecond, while one thread walks.
double cycles_per_ns();

}  // namespace halo::ladder
