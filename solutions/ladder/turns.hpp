#pragma once
// How everything here is timed on a card: those who are compared take turns, in rounds, and a ratio is taken within a round.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "arena.hpp"
#include "cuda/timer.hpp"
#include "timing/interval.hpp"

namespace halo::ladder {

using timing::Interval;
using timing::median_of;

constexpr auto kPause = std::chrono::milliseconds(3);   // after each call: a card that is kept busy lowers its clock to save power
constexpr long long kWakeClocks = 100'000;              // before each: a card that has rested starts 0.01 to 0.02 ms late

static __global__ void wake_kernel(long long clocks)
{
    const long long begin = clock64();
    while (clock64() - begin < clocks) {}
}

struct Turn {
    std::string name;
    std::function<void()> call;
    std::vector<double> ms = {};        ///< of each round
};

/// Everybody once in each round, in an order that is drawn anew: who runs before may leave its stores in the cache and the card warm.
inline void take_turns(std::vector<Turn>& turns, int rounds, long long wake_clocks = kWakeClocks)
{
    std::mt19937 random(1);
    std::vector<std::size_t> order(turns.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    EventTimer timer;
    // region turns
    for (int round = 0; round < rounds + 2; ++round) {      // the first two are not counted: code is loaded, clocks rise
        std::ranges::shuffle(order, random);
        for (const std::size_t i : order) {
            wake_kernel<<<1, 1>>>(wake_clocks);    // the call is queued while it runs, so that no launch is waited for
            timer.start();
            turns[i].call();
            const double ms = timer.ms();
            if (round >= 2) turns[i].ms.push_back(ms);
            std::this_thread::sleep_for(kPause);
        }
    }
    // endregion
}

/// In each round, how many times as long `a` took as `b`.
inline Interval ratio(const Turn& a, const Turn& b)
{
    std::vector<double> ratios;
    for (std::size_t round = 0; round < a.ms.size(); ++round) ratios.push_back(a.ms[round] / b.ms[round]);
    return median_of(ratios);
}

inline void print(const Interval& interval) { std::printf("\t%.5f\t%.5f\t%.5f", interval.median, interval.low, interval.high); }

/// The shortest time, and the interval of all, in ms.
inline void print_ms(const Turn& turn)
{
    std::printf("\t%.5f", *std::ranges::min_element(turn.ms));
    print(median_of(turn.ms));
}

/// Of an arena's input to its output, on the card.
inline Turn copy_in(const Arena& arena)
{
    return {"copy", [&arena] { CUDA_CHECK(cudaMemcpyAsync(arena.out(), const_cast<float*>(arena.in()), arena.bytes(), cudaMemcpyDeviceToDevice)); }};
}

/// Wrong elements after one call.
inline std::uint64_t wrong_after(Arena& arena, const std::function<void()>& call, bool replicate = false)
{
    arena.prepare();
    call();
    return arena.wrong(replicate);
}

/// Of the first card, as Rung has it: 90 for sm_90. Tests run the programs on the CPU engine, which presents itself as a card.
inline int capability_of_card()
{
#ifdef __HALO_CPU__
    return kCpuEngine;
#endif
    int major = 0, minor = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    return 10 * major + minor;
}

}  // namespace halo::ladder
