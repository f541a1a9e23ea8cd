// How long this card takes for one thing that the next one needs: what a register, a cache or the memory brings, and what a shuffle or a barrier
// takes. One thread follows a chain whose order was drawn (walks.hpp). Prints lines of words between tabs:
//
//   latency  what bytes  cycles low high  ns     bytes: of the array, 0 where there is none; median of 9 walks, its interval, and the median in ns
//   chase    bytes       cycles low high  ns     global memory: arrays from 2¹² bytes up, nodes 128 bytes apart; three of them are L1's, L2's and memory's latency
//
// Two arguments, for a test: the largest array's power of two, and the steps of a walk. A walk that does not end where the chain leads is a fault, and so
// is a chain that does not lead through its whole array.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>

#include "chains.hpp"
#include "median_walk.hpp"

using namespace halo;
using namespace halo::ladder;
using timing::Interval;

namespace {

constexpr unsigned kFewSteps = 1 << 12, kMostSteps = 1 << 15;     // few lines of a large array: those of the last walk must not be in L2 again
constexpr int kSmallest = 12, kLargest = 32;                // powers of two, bytes
constexpr int kInL1 = 15, kInL2 = 22;                       // of these a card's L1 and L2 have room for one, and not for the other

void print(const Interval& cycles, double per_ns)
{
    std::printf("\t%.6g\t%.6g\t%.6g\t%.6g\n", cycles.median, cycles.low, cycles.high, cycles.median / per_ns);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv)
try {
    const int largest = argc > 1 ? std::stoi(argv[1]) : kLargest;
    const unsigned most_steps = argc > 2 ? unsigned(std::stoi(argv[2])) / kStepsOfGroup * kStepsOfGroup : kMostSteps, few_steps = std::min(kFewSteps, most_steps);
    const double per_ns = cycles_per_ns();
    const auto latency = [&](const char* what, std::size_t bytes, const std::function<Walked(unsigned)>& walk, const std::function<unsigned(unsigned)>& expected) {
        const Interval cycles = cycles_of(what, walk, expected);
        std::printf("latency\t%s\t%zu", what, bytes);
        print(cycles, per_ns);
    };
    const auto counted = [&](unsigned) { return most_steps; };
    latency("multiply-add", 0, [&](unsigned) { return chain_of_fma(most_steps); }, counted);
    latency("integer multiply-add", 0, [&](unsigned) { return chain_of_integers(most_steps); }, counted);
    latency("shuffle", 0, [&](unsigned) { return chain_of_shuffles(most_steps); }, [&](unsigned) { return most_steps % 31; });
    latency("barrier of one warp", 0, [&](unsigned) { return row_of_barriers(most_steps, 32); }, counted);
    latency("barrier of 32 warps", 0, [&](unsigned) { return row_of_barriers(most_steps, 1024); }, counted);

    const auto small = [&](const char* what, std::size_t bytes, std::size_t line, Walked (*walk)(const std::vector<unsigned>&, unsigned)) {
        const std::vector<unsigned> next = checked(random_cycle(nodes_in(bytes, line)));
        latency(what, bytes, [&](unsigned) { return walk(next, most_steps); }, [&](unsigned) { return after(next, 0, most_steps); });
    };
    small("shared memory", 32 << 10, kLine, walk_shared);
    small("constant memory", 1 << 10, kConstantLine, walk_constant);
    small("constant memory, 32 KiB", 32 << 10, kConstantLine, walk_constant);
    small("texture", 16 << 10, kLine, walk_texture);

    for (int power = kSmallest; power <= largest; ++power) {
        const char* const level = power == kInL1 ? "L1" : power == kInL2 ? "L2" : power == largest ? "memory" : nullptr;
        const std::size_t bytes = std::size_t(1) << power, lines = bytes / kLine;
        const std::vector<unsigned> next = checked(random_cycle(nodes_in(bytes, kLine)));
        const GlobalChain chain(next, kLine);
        const unsigned steps = lines < few_steps ? few_steps : lines < most_steps ? unsigned(lines) : most_steps;
        const std::string what = "global memory, 2^" + std::to_string(power) + " bytes";
        const Interval cycles = cycles_of(what, [&](unsigned at) { return chain.walk(at, steps); }, [&](unsigned at) { return after(next, at, steps); });
        std::printf("chase\t%zu", bytes);
        print(cycles, per_ns);
        if (level == nullptr) continue;
        std::printf("latency\t%s\t%zu", level, bytes);
        print(cycles, per_ns);
    }
    return 0;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "measure_latencies: %s\n", fault.what());
    return 2;
}
