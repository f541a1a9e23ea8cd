#pragma once
// What the rungs are given and what is right, computed where it is needed: on the host for the tests, on the card when they are timed.

#include <cstdint>
#include <vector>

#include <cuda_runtime.h>

#include "ladder.hpp"

namespace halo::ladder {

enum class What { convolution, transpose, in_place };

/// One ladder. Convolutions: the filter is (2 radius_y + 1) × (2 radius_x + 1).
struct Ladder {
    const char* name;
    What what;
    int radius_x, radius_y;
    std::span<const Rung> all;
    std::vector<Rung> rungs = {}, absent = {};      ///< those that run here, and the others

    bool is_line() const { return what == What::convolution && radius_y == 0; }     ///< in 1-D
};

constexpr int kCpuEngine = 0;

/// For a card of this compute capability, 90 for sm_90; or for the CPU engine.
inline std::vector<Ladder> ladders(int capability)
{
    std::vector<Ladder> ladders = {{"transpose", What::transpose, 0, 0, transpose_rungs()},
                                   {"transpose in place", What::in_place, 0, 0, transpose_in_place_rungs()},
                                   {"1-D convolution, filter 9", What::convolution, 4, 0, conv1d_rungs()},
                                   {"2-D convolution, 3 × 3", What::convolution, 1, 1, conv2d_3x3_rungs()},
                                   {"2-D convolution, 5 × 5", What::convolution, 2, 2, conv2d_5x5_rungs()},
                                   {"2-D convolution, 9 × 9", What::convolution, 4, 4, conv2d_9x9_rungs()}};
    for (Ladder& ladder : ladders)
        for (const Rung& rung : ladder.all) (rung.capability <= capability ? ladder.rungs : ladder.absent).push_back(rung);
    return ladders;
}

/// Element `i` of an input, in [-1, 1), with as many digits as a float has: a card draws less power, and may run faster, on rounder numbers.
__host__ __device__ inline float input_at(std::uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15ull;
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9ull;
    i = (i ^ i >> 27) * 0x94d049bb133111ebull;
    return float(std::uint32_t((i ^ i >> 31) >> 40)) / 8388608.0f - 1.0f;
}

/// Element `i` of a filter.
__host__ __device__ inline float filter_at(int i) { return input_at((1ull << 60) + std::uint64_t(i)); }

inline std::vector<float> filter_of(const Ladder& ladder)
{
    std::vector<float> filter;
    for (int i = 0; i < (2 * ladder.radius_x + 1) * (2 * ladder.radius_y + 1); ++i) filter.push_back(filter_at(i));
    return filter;
}

/// What the output must be, by plain loops and sums in double.
struct Want {
    What what;
    std::int64_t width, height;         ///< of the input
    int radius_x, radius_y;
    bool replicate = false;             ///< outside the image its edge goes on, as NPP has it; else 0

    __host__ __device__ double operator()(std::uint64_t i) const
    {
        if (what != What::convolution) return input_at(i % std::uint64_t(height) * std::uint64_t(width) + i / std::uint64_t(height));
        double sum = 0;
        for (int dy = -radius_y; dy <= radius_y; ++dy)
            for (int dx = -radius_x; dx <= radius_x; ++dx) {
                std::int64_t x = std::int64_t(i) % width + dx, y = std::int64_t(i) / width + dy;
                if (replicate) {
                    x = x < 0 ? 0 : x >= width ? width - 1 : x;
                    y = y < 0 ? 0 : y >= height ? height - 1 : y;
                }
                if (x >= 0 && x < width && y >= 0 && y < height)
                    sum += double(filter_at((dy + radius_y) * (2 * radius_x + 1) + dx + radius_x)) * input_at(std::uint64_t(y * width + x));
            }
        return sum;
    }

    /// What rounding can explain: n products of at most 1, summed in float; n · n · 2⁻²⁴. Nothing, if nothing is computed.
    double most() const
    {
        const double n = (2 * radius_x + 1) * (2 * radius_y + 1);
        return what == What::convolution ? n * n / (1 << 24) : 0;
    }
};

inline Want want_of(const Ladder& ladder, int width, int height) { return {ladder.what, width, height, ladder.radius_x, ladder.radius_y}; }

}  // namespace halo::ladder
