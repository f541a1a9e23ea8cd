#pragma once
// Runs a kernel with every offered tile and radius, and prints what the CPU engine counts of each block and of the whole launch.
//
// The test says what is offered: -DTILES=8,16 -DRADII=1,2 -DWIDTH=203 -DHEIGHT=1. Rows, divided by tabs:
//   block    T R  x y  threads idle loads requests
//   launch   T R  blocks threads idle loads requests  shared_bytes resident_blocks
//   refused  T R  threads

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include "checked.hpp"
#include "engine/engine.hpp"

inline constexpr int kWidth = WIDTH, kHeight = HEIGHT;
inline constexpr int kMostWeights = 9;         // along an axis

inline void launch(void (*kernel)(const float*, float*, int), dim3 grid, dim3 block, const float* d_in, float* d_out)
{
    kernel<<<grid, block>>>(d_in, d_out, kWidth);
}
inline void launch(void (*kernel)(const float*, float*, int, int), dim3 grid, dim3 block, const float* d_in, float* d_out)
{
    kernel<<<grid, block>>>(d_in, d_out, kWidth, kHeight);
}

/// What is compared. Unsigned: differences of sums come out right.
struct Counts {
    std::uint64_t blocks = 0, threads = 0, idle = 0, loads = 0, requests = 0;

    friend Counts operator+(Counts a, Counts b) { return {a.blocks + b.blocks, a.threads + b.threads, a.idle + b.idle, a.loads + b.loads, a.requests + b.requests}; }
    friend Counts operator-(Counts a, Counts b) { return {a.blocks - b.blocks, a.threads - b.threads, a.idle - b.idle, a.loads - b.loads, a.requests - b.requests}; }
};

inline void print(const Counts& counts)
{
    for (const std::uint64_t count : {counts.threads, counts.idle, counts.loads, counts.requests}) std::printf("\t%llu", static_cast<unsigned long long>(count));
}

/// Counted since the last call. A finding is a fault of the program: a race, an access outside, an element that nobody stored.
inline Counts taken()
{
    if (const auto findings = halo::engine::findings(); !findings.empty()) throw std::runtime_error("the engine reports a finding");
    const auto now = halo::engine::counters();
    halo::engine::reset_watchers();
    return {now.blocks, now.threads, now.idle_threads, now.global_loads, now.global_load_requests};
}

/// A weight for each place; a filter is the upper left corner of these, a row of them in 1-D.
inline std::vector<float> weights() { return numbers(kMostWeights * kMostWeights, 2); }

/// The outputs, by plain loops. Whole numbers: exact.
inline std::vector<float> expected(const std::vector<float>& in, int radius)
{
    const std::vector<float> filter = weights();
    const int rows = kHeight == 1 ? 0 : radius;
    std::vector<float> out(in.size());
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            for (int dy = -rows; dy <= rows; ++dy)
                for (int dx = -radius; dx <= radius; ++dx)
                    if (y + dy >= 0 && y + dy < kHeight && x + dx >= 0 && x + dx < kWidth)
                        out[y * kWidth + x] += filter[(dy + rows) * kMostWeights + dx + radius] * in[(y + dy) * kWidth + x + dx];
    return out;
}

/// One tile and radius. What a block counts is the difference between grids that have it and grids that have not.
template <class Kernel>
void count(Kernel* kernel, int tile, int radius, dim3 block)
{
    const std::vector<float> in = numbers(kWidth * kHeight, 1);
    float *d_in = on_device(in), *d_out = on_device(kWidth * kHeight);
    const int across = (kWidth + tile - 1) / tile, down = (kHeight + tile - 1) / tile, pitch = across + 1;
    std::vector<Counts> upto(pitch * (down + 1));
    bool started = true;
    halo::engine::reset_watchers();
    for (int j = 1; j <= down && started; ++j)
        for (int i = 1; i <= across && started; ++i) {
            launch(kernel, dim3(i, j), block, d_in, d_out);
            started = cudaGetLastError() == cudaSuccess;
            if (!started) break;
            CUDA_CHECK(cudaDeviceSynchronize());
            upto[j * pitch + i] = taken();
        }
    halo::engine::reset_watchers();

    if (!started) {
        std::printf("refused\t%d\t%d\t%u\n", tile, radius, block.x * block.y);
    } else {
        if (!same("out", from_device(d_out, kWidth * kHeight), expected(in, radius), kWidth)) throw std::runtime_error("wrong");
        for (int j = 0; j < down; ++j)
            for (int i = 0; i < across; ++i) {
                const Counts* at = &upto[j * pitch + i];
                std::printf("block\t%d\t%d\t%d\t%d", tile, radius, i, j);
                print(at[pitch + 1] - at[pitch] - (at[1] - at[0]));
                std::puts("");
            }
        cudaFuncAttributes attributes{};
        int resident = 0;
        CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
        CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, int(block.x * block.y), 0));
        std::printf("launch\t%d\t%d\t%llu", tile, radius, static_cast<unsigned long long>(upto.back().blocks));
        print(upto.back());
        std::printf("\t%zu\t%d\n", attributes.sharedSizeBytes, resident);
    }
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

template <int... kValues>
struct List {};

template <int... kTiles, int... kRadii, class Function>
void each(List<kTiles...>, List<kRadii...>, Function function)
{
    const auto of_tile = [&]<int kTile>() { (function.template operator()<kTile, kRadii>(), ...); };
    (of_tile.template operator()<kTiles>(), ...);
}

/// The end of each main: `function<kTile, kRadius>()` for all that is offered.
template <class Filter, class Function>
int count_each(Filter& c_filter, Function function)
try {
    halo::engine::set_report_at_exit(false);
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, weights().data(), sizeof(c_filter)));
    each(List<TILES>{}, List<RADII>{}, function);
    return 0;
} catch (const std::exception& fault) {
    std::puts(fault.what());
    return 1;
}
