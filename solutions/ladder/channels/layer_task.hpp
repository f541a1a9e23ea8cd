#pragma once
// What the rungs for a layer of channels are given and what is right, computed where it is needed: on the host for the tests, on the card when
// they are timed.

#include <cstdint>

#include "channels.hpp"
#include "task.hpp"

namespace halo::ladder {

constexpr std::uint64_t kWeightsFrom = 1ull << 40, kBiasesFrom = 1ull << 50;    // see input_at

/// What output i must be, by plain loops and sums in double. Sets of weights follow each other.
struct WantOfLayer {
    int in_channels, out_channels, length;
    int set = 0;                        ///< of weights

    __host__ __device__ std::uint64_t weights() const { return std::uint64_t(out_channels) * in_channels * kLayerTaps; }

    __host__ __device__ double operator()(std::uint64_t i) const
    {
        const std::uint64_t o = i / length;
        const int l = int(i % length);
        double sum = input_at(kBiasesFrom + o);
        for (int c = 0; c < in_channels; ++c)
            for (int k = 0; k < kLayerTaps; ++k) {
                const int at = l + k - kLayerRadius;
                if (at >= 0 && at < length)
                    sum += double(input_at(kWeightsFrom + set * weights() + (o * in_channels + c) * kLayerTaps + k)) * input_at(std::uint64_t(c) * length + at);
            }
        return sum;
    }

    /// What rounding can explain of n numbers of at most 1 whose signs differ: on average partial sums stay
    /// far below 16.
    __host__ __device__ double most() const
    {
        const double n = double(in_channels) * kLayerTaps + 1;
        return n * (n < 16 ? n : 16) / (1 << 24);
    }
};

}  // namespace halo::ladder
