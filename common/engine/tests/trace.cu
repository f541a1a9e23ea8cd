// What the threads of one block did, as instructions of its warps.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/tests/recorded.cuh"

namespace {

using namespace recorded;
using halo::Access;
using halo::BlockTrace;
using halo::Space;
using halo::TracedStep;
using halo::TracedWarp;
using halo::engine::record_block;
using halo::engine::record_stores;
using halo::engine::recorded_block;

__global__ void strided(const float* in, float* out, int stride) { out[threadIdx.x] = in[int(threadIdx.x) * stride]; }

__global__ void through_columns(float* out)
{
    __shared__ float s_square[32][32], s_padded[32][33];
    const int t = int(threadIdx.x);
    s_square[t][0] = float(t);
    s_padded[t][0] = float(t);
    __syncthreads();
    out[t] = s_square[t][0] + s_padded[t][0];
}
constexpr int kSquareLine = __LINE__ - 5;

__global__ void vectors(const float4* in, float* out)
{
    const float4 four = in[threadIdx.x];
    out[threadIdx.x] = four.x + four.y + four.z + four.w;
}

__global__ void shared_vectors(const float4* in, float* out)
{
    __shared__ float4 s_four[32];
    s_four[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const float* single = &s_four[0].x;
    out[threadIdx.x] = single[threadIdx.x];
}

__global__ void some_turns_left_out(const float* in, float* out, int n)
{
    float sum = 0.0f;
    for (int d = -2; d <= 2; ++d)
        if (const int i = int(threadIdx.x) + d; i >= 0 && i < n) sum += in[i];
    out[threadIdx.x] = sum;
}

/// Thread 0 takes the first of three branches, others those that follow.
__global__ void in_branches(const float* in, float* out)
{
    const int t = int(threadIdx.x);
    float value = in[t];
    if (t % 3 == 0)
        value += in[t + 64];
    else if (t % 3 == 1)
        value -= in[t + 128];
    else
        value *= in[t + 192];
    out[t] = value;
}
constexpr int kBranchesLine = __LINE__ - 9;

__global__ void shifted(const float* in, float* out)
{
    float value = in[threadIdx.x];
    for (int d = 1; d <= 2; ++d)
        value += __shfl_down_sync(0xffffffffu, value, unsigned(d));
    out[threadIdx.x] = value;
}
constexpr int kShuffleLine = __LINE__ - 3;

struct Buffers {
    float *in = nullptr, *out = nullptr;
    Buffers()
    {
        std::vector<float> host(4096);
        for (std::size_t i = 0; i < host.size(); ++i) host[i] = float(i + 1);
        cudaMalloc(&in, host.size() * sizeof(float));
        cudaMalloc(&out, host.size() * sizeof(float));
        cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    ~Buffers()
    {
        record_stores(false);
        cudaFree(in);
        cudaFree(out);
    }
};

std::vector<const TracedStep*> steps_in(const BlockTrace& trace, int line, Access access)
{
    std::vector<const TracedStep*> found;
    for (const TracedStep& step : trace.steps)
        if (step.at.line == line && step.access == access) found.push_back(&step);
    return found;
}

TracedStep first(const BlockTrace& trace, Access access, Space space)
{
    const auto found = std::ranges::find_if(trace.steps, [&](const TracedStep& s) { return s.access == access && trace.arrays[s.array].space == space; });
    REQUIRE(found != trace.steps.end());
    return *found;
}

std::uint64_t sum_of(const BlockTrace& trace, Access access, Space space, std::uint64_t TracedWarp::*cost)
{
    std::uint64_t sum = 0;
    for (const TracedStep& step : trace.steps)
        if (step.access == access && trace.arrays[step.array].space == space)
            for (const TracedWarp& warp : step.warps) sum += warp.*cost;
    return sum;
}

TEST_CASE("nothing was recorded, or not this block: the trace has no kernel")
{
    Buffers b;
    record_stores(true);
    strided<<<1, 32>>>(b.in, b.out, 1);
    CHECK(recorded_block().kernel.empty());
    record_block(1, {7, 0, 0});
    strided<<<1, 32>>>(b.in, b.out, 1);
    CHECK(recorded_block().kernel.empty());
}

TEST_CASE("a block's instructions come in order, with the barrier between them")
{
    Convolution c;
    record_block(1, {0, 0, 0});
    c.run();
    const BlockTrace trace = recorded_block();
    CHECK(trace.kernel == "conv1d_tiled");
    CHECK(trace.grid == halo::Index3{4, 1, 1});
    CHECK(trace.block_shape == halo::Index3{kTile, 1, 1});
    CHECK(trace.barriers == std::vector{kBarrierLine});
    CHECK(trace.left_out == 0);

    const auto loads = steps_in(trace, kTileLine, Access::read), stores = steps_in(trace, kTileLine, Access::write);
    REQUIRE(loads.size() == 2);             // two turns of the loop
    REQUIRE(stores.size() == 2);
    CHECK(loads[0]->threads.size() == kTile - 1);       // thread 0 stores a ghost element
    CHECK(stores[0]->threads.size() == kTile);
    CHECK(stores[1]->threads.size() == 2 * kRadius);
    CHECK(loads[0]->threads[0].thread == 1);
    CHECK(loads[0]->threads[0].element == 0);
    CHECK(loads[0]->threads[0].value == 1.0);
    CHECK(loads[0]->barriers == 0);

    const auto sums = steps_in(trace, kSumLine, Access::read);
    REQUIRE(sums.size() == 2 * kWidth);
    CHECK(sums[0]->barriers == 1);
    CHECK(sums[0]->path == sums[1]->path);
    CHECK(sums[1]->path != sums[2]->path);
    CHECK(trace.arrays[sums[0]->array].name == "c_filter");
    CHECK(trace.arrays[sums[1]->array].name == "s_tile");
    CHECK(trace.arrays[sums[1]->array].shape == std::vector<std::int64_t>{kTile + 2 * kRadius});
    CHECK(sums[5]->threads[3].element == 5);
    CHECK(trace.steps.back().at.line == kStoreLine);
}

TEST_CASE("the last block's overhang is in no step")
{
    Convolution c;
    record_block(1, {3, 0, 0});
    c.run();
    const BlockTrace trace = recorded_block();
    CHECK(steps_in(trace, kStoreLine, Access::write).at(0)->threads.size() == kCount - 3 * kTile);
    CHECK(steps_in(trace, kStoreLine, Access::write).at(0)->threads.front().element == 3 * kTile);
}

TEST_CASE("a shared array of vectors is one array, with its components as last extent")
{
    Buffers b;
    record_block(1, {0, 0, 0});
    shared_vectors<<<1, 32>>>(reinterpret_cast<const float4*>(b.in), b.out);
    const BlockTrace trace = recorded_block();
    REQUIRE(trace.arrays.size() == 3);
    const TracedStep store = first(trace, Access::write, Space::shared), load = first(trace, Access::read, Space::shared);
    CHECK(trace.arrays[store.array].shape == std::vector<std::int64_t>{32, 4});
    CHECK(store.array == load.array);
    CHECK(store.threads[2].element == 8);
    CHECK(store.threads[2].elements == 4);
    CHECK(load.threads[2].element == 2);
}

TEST_CASE("a shuffle is a step of its own in each turn, between the accesses around it, and costs nothing")
{
    Buffers b;
    record_block(1, {0, 0, 0});
    shifted<<<1, 64>>>(b.in, b.out);
    const BlockTrace trace = recorded_block();
    const auto shuffles = steps_in(trace, kShuffleLine, Access::read);
    REQUIRE(trace.steps.size() == 4);
    REQUIRE(shuffles.size() == 2);
    CHECK(shuffles[0] == &trace.steps[1]);
    CHECK(shuffles[1] == &trace.steps[2]);
    const halo::TracedArray& lanes = trace.arrays[shuffles[0]->array];
    CHECK(lanes.lanes);
    CHECK(lanes.shape == std::vector<std::int64_t>{64});
    CHECK_FALSE(trace.arrays[trace.steps[0].array].lanes);
    CHECK(shuffles[0]->threads.size() == 64);
    CHECK(shuffles[0]->threads[0].element == 1);
    CHECK(shuffles[1]->threads[33].element == 35);      // of its own warp
    CHECK(shuffles[1]->threads[31].element == 31);      // nobody is further down: its own value
    CHECK(shuffles[0]->warps.empty());
}

TEST_CASE("sectors are those that the engine counts")
{
    Buffers b;
    for (const int stride : {0, 1, 2, 7, 32}) {
        CAPTURE(stride);
        record_block(1, {0, 0, 0});
        halo::engine::reset_watchers();
        strided<<<1, 64>>>(b.in + 1, b.out, stride);
        const BlockTrace trace = recorded_block();
        CHECK(sum_of(trace, Access::read, Space::global, &TracedWarp::sectors) == halo::engine::counters().global_load_sectors);
        CHECK(sum_of(trace, Access::write, Space::global, &TracedWarp::sectors) == halo::engine::counters().global_store_sectors);
    }
    const TracedStep load = first(recorded_block(), Access::read, Space::global);
    CHECK(load.warps.at(0).sectors == 32);
    CHECK(load.warps.at(0).fewest_sectors == 4);
    CHECK(load.warps.at(1).warp == 1);
}

TEST_CASE("bank conflicts are those that the engine counts")
{
    Buffers b;
    record_block(1, {0, 0, 0});
    halo::engine::reset_watchers();
    through_columns<<<1, 32>>>(b.out);
    const BlockTrace trace = recorded_block();
    CHECK(sum_of(trace, Access::write, Space::shared, &TracedWarp::bank_conflicts) + sum_of(trace, Access::read, Space::shared, &TracedWarp::bank_conflicts) ==
          halo::engine::counters().shared_bank_conflicts);
    CHECK(steps_in(trace, kSquareLine, Access::write).at(0)->warps.at(0).bank_conflicts == 31);
    CHECK(steps_in(trace, kSquareLine + 1, Access::write).at(0)->warps.at(0).bank_conflicts == 0);
}

TEST_CASE("a vector is several elements")
{
    Buffers b;
    record_block(1, {0, 0, 0});
    vectors<<<1, 32>>>(reinterpret_cast<const float4*>(b.in), b.out);
    const TracedStep load = first(recorded_block(), Access::read, Space::global);
    CHECK(load.threads.at(3).elements == 4);
    CHECK(load.threads.at(3).element == 12);
    CHECK(load.threads.at(3).value == 13.0);
    CHECK(load.warps.at(0).sectors == 16);
}

TEST_CASE("threads that leave out a turn of a loop join the others in the turns that they make")
{
    Buffers b;
    record_block(1, {0, 0, 0});
    some_turns_left_out<<<1, 64>>>(b.in, b.out, 64);
    const BlockTrace trace = recorded_block();
    REQUIRE(trace.steps.size() == 6);       // five turns and the store
    const std::vector<std::size_t> threads = {62, 63, 64, 63, 62, 64};
    for (std::size_t i = 0; i < 6; ++i) CHECK(trace.steps[i].threads.size() == threads[i]);
    CHECK(trace.steps[0].threads.front().thread == 2);
    CHECK(trace.steps[0].threads.front().element == 0);
}

TEST_CASE("instructions that no thread makes both come as they stand in the file")
{
    Buffers b;
    record_block(1, {0, 0, 0});
    in_branches<<<1, 64>>>(b.in, b.out);
    std::vector<int> lines;
    for (const TracedStep& step : recorded_block().steps) lines.push_back(step.at.line - kBranchesLine);
    CHECK(lines == std::vector{0, 2, 4, 6, 7});
}

}  // namespace
