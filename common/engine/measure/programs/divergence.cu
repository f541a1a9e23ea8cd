// Divergent lanes: a request is made by those lanes that reach the same load in the same iteration.

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

/// The two sides do different work, so that no compiler merges them.
__global__ void halves_of_a_warp(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    if (threadIdx.x % 32 < 16)
        out[i] = in[i] + in[i + n];
    else
        out[n + i] = in[2 * n - i];
}

__global__ void odd_and_even(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    if (i % 2 == 0)
        out[i] = in[i] + in[i + n];
    else
        out[n + i] = in[2 * n - i];
}

__global__ void early_return_of_half_a_warp(const float* in, float* out)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (threadIdx.x % 32 >= 16) return;
    out[i] = in[i];
}

/// Lane l makes l % 7 iterations. Not unrolled, so that the card's iterations are those of the source.
__global__ void different_trip_counts(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < int(threadIdx.x) % 7; ++k) sum += in[k * n + i];
    out[i] = sum;
}

/// The same, but the compiler may unroll the loop.
__global__ void different_trip_counts_unrolled(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    float sum = 0.0f;
    for (int k = 0; k < int(threadIdx.x) % 7; ++k) sum += in[k * n + i];
    out[i] = sum;
}

/// As at the edge of an image: the lanes near it skip their first or last iterations.
__global__ void skipped_turns(const float* in, float* out, int width, int radius)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d) {
        if (i + d < 0 || i + d >= width) continue;
        sum += in[i + d];
    }
    out[i] = sum;
}

/// The same with a real branch around the rest of the iteration, which has a store.
__global__ void skipped_turns_with_stores(const float* in, float* out, int width, int radius)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
#pragma unroll 1
    for (int d = -radius; d <= radius; ++d) {
        if (i + d < 0 || i + d >= width) continue;
        const float value = in[i + d];
        if (value > 7.0f) continue;
        out[(d + radius) * width + i] = value;
    }
}

/// Every lane skips different iterations.
__global__ void scattered_turns(const float* in, const int* order, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    const int mine = order[i];
    float sum = 0.0f;
    for (int k = 0; k < 12; ++k) {
        if (((mine >> k) & 1) == 0) continue;
        sum += in[k * n + i];
    }
    out[i] = sum;
}

__global__ void nested_trip_counts(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x), lane = int(threadIdx.x) % 32;
    float sum = 0.0f;
#pragma unroll 1
    for (int y = 0; y < 3 + lane / 16; ++y)
#pragma unroll 1
        for (int x = 0; x < (lane + y) % 5; ++x) sum += in[(y * 5 + x) * n + i];
    out[i] = sum;
}

/// An image filter with a test at the edges and a large radius: rows and columns are skipped.
__global__ void skipped_rows_and_columns(const float* in, float* out, int width, int height, int radius)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int dy = -radius; dy <= radius; ++dy) {
        if (y + dy < 0 || y + dy >= height) continue;
#pragma unroll 1
        for (int dx = -radius; dx <= radius; ++dx)
            if (x + dx >= 0 && x + dx < width) sum += in[(y + dy) * width + x + dx];
    }
    out[y * width + x] = sum;
}

/// Up to 400 iterations, a different number for each lane; then all lanes converge.
__global__ void long_trips(const float* in, const int* order, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    const int turns = order[i] % 400;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < turns; ++k) sum += in[k * 64 + i];
    out[i] = sum + in[2 * n - i];
}

__global__ void four_cases(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    switch (threadIdx.x % 4) {
    case 0: out[i] = in[i]; break;
    case 1: out[n + i] = in[i + n] * 2.0f; break;
    case 2: out[2 * n + i] = in[i + 2 * n] + in[i + 3 * n]; break;
    default: out[3 * n + i] = 1.0f;
    }
}

/// Each lane follows the permutation until it reaches a number divisible by 7, at most ten times.
__global__ void walk(const int* order, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    int at = i, steps = 0;
    while (steps < 10) {
        at = order[at];
        ++steps;
        if (at % 7 == 0) break;
    }
    out[i] = float(at + steps);
}

__global__ void binary_search(const int* order, float* out, int count, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    const int wanted = order[i];
    int low = 0, high = count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (order[middle] == wanted) break;             // unsorted, so hardly ever: only the path matters
        if (order[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = float(low + high);
}

__device__ float neighbour_sum(const float* in, int i, int width)
{
    float sum = in[i];
    if (i > 0) sum += in[i - 1];
    if (i + 1 < width) sum += in[i + 1];
    return sum;
}

/// The function is called in two places, so its loads are two sets of instructions.
__global__ void one_function_on_both_sides(const float* in, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    if (i % 3 == 0)
        out[i] = neighbour_sum(in, i, width);
    else
        out[i] = neighbour_sum(in + width, width - 1 - i, width) * 2.0f;
}

int main(int argc, char** argv)
{
    constexpr int n = 5'013, kBlock = 256, kBlocks = (n + kBlock - 1) / kBlock, kThreads = 20 * kBlock;
    return measure::run(argc, argv, {
        {"halves_of_a_warp",            [](const Arrays& a) { halves_of_a_warp<<<kBlocks, kBlock>>>(a.in, a.out, n); }},
        {"odd_and_even",                [](const Arrays& a) { odd_and_even<<<kBlocks, kBlock>>>(a.in, a.out, n); }},
        {"early_return_of_half_a_warp", [](const Arrays& a) { early_return_of_half_a_warp<<<20, kBlock>>>(a.in, a.out); }},
        {"different_trip_counts",       [](const Arrays& a) { different_trip_counts<<<20, kBlock>>>(a.in, a.out, kThreads); }},
        {"different_trip_counts_unrolled", [](const Arrays& a) { different_trip_counts_unrolled<<<20, kBlock>>>(a.in, a.out, kThreads); }},
        {"skipped_turns_5",             [](const Arrays& a) { skipped_turns<<<kBlocks, kBlock>>>(a.in, a.out, n, 2); }},
        {"skipped_turns_41",            [](const Arrays& a) { skipped_turns<<<4, 64>>>(a.in, a.out, 200, 20); }},
        {"skipped_turns_with_stores",   [](const Arrays& a) { skipped_turns_with_stores<<<4, 64>>>(a.in, a.out, 200, 20); }},
        {"scattered_turns",             [](const Arrays& a) { scattered_turns<<<kBlocks, kBlock>>>(a.in, a.order, a.out, n); }},
        {"nested_trip_counts",          [](const Arrays& a) { nested_trip_counts<<<20, kBlock>>>(a.in, a.out, kThreads); }},
        {"skipped_rows_and_columns", [](const Arrays& a) { skipped_rows_and_columns<<<dim3(3, 4), dim3(16, 8)>>>(a.in, a.out, 41, 30, 9); }},
        {"long_trips",                  [](const Arrays& a) { long_trips<<<3, 64>>>(a.in, a.order, a.out, 150); }},
        {"four_cases",                  [](const Arrays& a) { four_cases<<<20, kBlock>>>(a.in, a.out, kThreads); }},
        {"walk",                        [](const Arrays& a) { walk<<<kBlocks, kBlock>>>(a.order, a.out, n); }},
        {"binary_search",               [](const Arrays& a) { binary_search<<<kBlocks, kBlock>>>(a.order, a.out, 1000, n); }},
        {"one_function_on_both_sides",  [](const Arrays& a) { one_function_on_both_sides<<<kBlocks, kBlock>>>(a.in, a.out, n); }},
    });
}
