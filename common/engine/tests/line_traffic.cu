// How the lanes of a warp lie, by line: each pattern, and one that nearly has it.

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "engine/engine.hpp"

namespace {

using halo::LineTraffic;

constexpr int kColumns = 32;
__constant__ float c_weights[64];

template <class T>
__global__ void copy_at(const T* in, T* out, int stride, int offset)
{
    const T value = in[int(threadIdx.x) * stride + offset];
    out[threadIdx.x] = value;
}

/// Stores a row of `in` as a column.
__global__ void transpose_rows(const float* in, float* out, int height)
{
    const int x = int(threadIdx.x), y = int(blockIdx.x);
    const float value = in[y * kColumns + x];
    out[x * height + y] = value;
}

template <int kPitch>
__global__ void down_a_column(float* out)
{
    __shared__ float s_tile[32][kPitch];
    s_tile[threadIdx.y][threadIdx.x] = 1.0f;
    __syncthreads();
    float sum = s_tile[threadIdx.x][threadIdx.y];
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

__global__ void weights_by(float* out, int lanes_per_word)
{
    float weight = c_weights[int(threadIdx.x) / lanes_per_word];
    out[threadIdx.x] = weight;
}

__global__ void first_lanes(const float* in, float* out, int lanes)
{
    float value = 0.0f;
    if (int(threadIdx.x) < lanes)
        value = in[threadIdx.x];
    out[threadIdx.x] = value;
}

__global__ void sum_of_neighbours(const float* in, float* out)
{
    float sum = 0.0f;
    for (int d = 0; d < 3; ++d) sum += in[threadIdx.x + d];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void every_other_lane(const float* in, float* out)
{
    float value = 0.0f;
    if (threadIdx.x % 2 == 0)
        value = in[threadIdx.x];
    out[threadIdx.x] = value;
}

template <class T>
T* device_array(std::size_t count)
{
    T* device = nullptr;
    REQUIRE(cudaMalloc(&device, count * sizeof(T)) == cudaSuccess);
    REQUIRE(cudaMemset(device, 0, count * sizeof(T)) == cudaSuccess);
    return device;
}

template <class Launch>
std::vector<LineTraffic> lines_of(Launch launch)
{
    halo::engine::count_lines(true);
    halo::engine::reset_watchers();
    launch();
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    std::vector<LineTraffic> lines = halo::engine::line_traffic();
    halo::engine::count_lines(false);
    CHECK(halo::engine::findings().empty());
    return lines;
}

/// The one line that does this to this memory.
LineTraffic one(const std::vector<LineTraffic>& lines, halo::Access access, halo::Space space)
{
    const auto fits = [&](const LineTraffic& line) { return line.access == access && line.space == space; };
    REQUIRE(std::ranges::count_if(lines, fits) == 1);
    return *std::ranges::find_if(lines, fits);
}

template <class T>
LineTraffic load_at(int stride, int offset)
{
    T *d_in = device_array<T>(4096), *d_out = device_array<T>(4096);
    const auto lines = lines_of([&] { copy_at<T><<<4, 32>>>(d_in, d_out, stride, offset); });
    const LineTraffic stores = one(lines, halo::Access::write, halo::Space::global);
    CHECK(stores.sectors == stores.fewest_sectors);
    cudaFree(d_in);
    cudaFree(d_out);
    return one(lines, halo::Access::read, halo::Space::global);
}

template <int kPitch>
LineTraffic column_loads(dim3 block)
{
    float* d_out = device_array<float>(1024);
    const auto lines = lines_of([&] { down_a_column<kPitch><<<1, block>>>(d_out); });
    cudaFree(d_out);
    CHECK(one(lines, halo::Access::write, halo::Space::shared).conflicts == 0);
    return one(lines, halo::Access::read, halo::Space::shared);
}

LineTraffic weights(int lanes_per_word)
{
    float* d_out = device_array<float>(32);
    const auto lines = lines_of([&] { weights_by<<<1, 32>>>(d_out, lanes_per_word); });
    cudaFree(d_out);
    return one(lines, halo::Access::read, halo::Space::constant);
}

}  // namespace

TEST_CASE("neighbours that lie apart touch a sector each, neighbours side by side share it")
{
    const LineTraffic apart = load_at<float>(40, 0);
    CHECK(apart.requests == 4);
    CHECK(apart.lanes == 128);
    CHECK(apart.array_bytes == 4096 * 4);
    CHECK(apart.dearest == halo::LanePattern{.lanes = 32, .stride = 160, .regular = true, .sectors = 32, .fewest_sectors = 4});
    CHECK(apart.dearest_requests == 4);
    CHECK(apart.sectors == 128);

    const LineTraffic together = load_at<float>(1, 0);
    CHECK(together.dearest == halo::LanePattern{.lanes = 32, .stride = 4, .regular = true, .sectors = 4, .fewest_sectors = 4});
    const LineTraffic every_other = load_at<float>(2, 0);
    CHECK(every_other.dearest == halo::LanePattern{.lanes = 32, .stride = 8, .regular = true, .sectors = 8, .fewest_sectors = 4});
    const LineTraffic backwards = load_at<float>(-1, 31);
    CHECK(backwards.dearest == halo::LanePattern{.lanes = 32, .stride = -4, .regular = true, .sectors = 4, .fewest_sectors = 4});
}

TEST_CASE("a row that begins between two sectors touches one more; one that begins with a sector does not")
{
    CHECK(load_at<float>(1, 1).dearest == halo::LanePattern{.lanes = 32, .stride = 4, .regular = true, .begin = 4, .sectors = 5, .fewest_sectors = 4});
    CHECK(load_at<float>(1, 8).dearest.price() == 0);
}

TEST_CASE("wide elements need more sectors, and no fewer would do; bytes side by side fill one")
{
    CHECK(load_at<float4>(1, 0).dearest == halo::LanePattern{.lanes = 32, .stride = 16, .regular = true, .sectors = 16, .fewest_sectors = 16});
    CHECK(load_at<unsigned char>(1, 0).dearest == halo::LanePattern{.lanes = 32, .stride = 1, .regular = true, .sectors = 1, .fewest_sectors = 1});
    CHECK(load_at<unsigned char>(3, 0).dearest == halo::LanePattern{.lanes = 32, .stride = 3, .regular = true, .sectors = 3, .fewest_sectors = 1});
}

TEST_CASE("lanes that all load one element are one sector, and a broadcast")
{
    const LineTraffic same = load_at<float>(0, 5);
    CHECK(same.broadcasts == 4);
    CHECK(same.dearest == halo::LanePattern{.lanes = 32, .regular = true, .begin = 20, .sectors = 1, .fewest_sectors = 1});
    CHECK(load_at<float>(1, 0).broadcasts == 0);
}

TEST_CASE("a store is told from the load beside it, by line and array")
{
    float *d_in = nullptr, *d_out = nullptr;
    REQUIRE(cudaMalloc(&d_in, 32 * 64 * sizeof(float)) == cudaSuccess);
    REQUIRE(cudaMalloc(&d_out, 32 * 64 * sizeof(float)) == cudaSuccess);
    REQUIRE(cudaMemset(d_in, 0, 32 * 64 * sizeof(float)) == cudaSuccess);
    const auto lines = lines_of([&] { transpose_rows<<<64, kColumns>>>(d_in, d_out, 64); });
    const LineTraffic load = one(lines, halo::Access::read, halo::Space::global), store = one(lines, halo::Access::write, halo::Space::global);
    CHECK(load.dearest.price() == 0);
    CHECK(load.array == "d_in");
    CHECK(store.array == "d_out");
    CHECK(store.at.line == load.at.line + 1);
    CHECK(store.at.file.ends_with("line_traffic.cu"));
    CHECK(store.dearest.stride == 256);
    CHECK(store.dearest.sectors == 32);
    CHECK(store.dearest.begin == halo::LanePattern::kAnywhere);
    CHECK(store.dearest_requests == 64);        // wherever they begin
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("a column of a tile conflicts as often as its pitch shares banks, and padding is tried before it is recommended")
{
    const LineTraffic full = column_loads<32>({32, 32});
    CHECK(full.dearest == halo::LanePattern{.lanes = 32, .stride = 128, .regular = true, .conflicts = 31});
    CHECK(full.row == 32);
    CHECK(full.conflicts == 31 * 32);
    CHECK(column_loads<33>({32, 32}).conflicts == 0);

    const LineTraffic twice = column_loads<34>({32, 32});
    CHECK(twice.dearest == halo::LanePattern{.lanes = 32, .stride = 136, .regular = true, .conflicts = 1});

    // Half a warp goes down one column, half down the next: a longer row leaves conflicts between the two.
    const LineTraffic halves = column_loads<16>({16, 16});
    CHECK(halves.dearest.conflicts == 7);
    CHECK(halves.dearest.padded_conflicts == 1);
}

TEST_CASE("different words of constant memory are counted one by one, the same word is not")
{
    CHECK(weights(1).dearest == halo::LanePattern{.lanes = 32, .stride = 4, .regular = true, .replays = 31});
    CHECK(weights(16).dearest.replays == 1);
    CHECK(weights(32).dearest.replays == 0);
}

TEST_CASE("lanes that take no part are missing from the pattern")
{
    float *d_in = device_array<float>(32), *d_out = device_array<float>(32);
    const auto lines = lines_of([&] { first_lanes<<<1, 32>>>(d_in, d_out, 4); });
    CHECK(one(lines, halo::Access::read, halo::Space::global).dearest == halo::LanePattern{.lanes = 4, .stride = 4, .regular = true, .sectors = 1, .fewest_sectors = 1});
    CHECK(one(lines, halo::Access::write, halo::Space::global).dearest.lanes == 32);
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("an element that several threads of a block load is counted once for the block, and again for the next block")
{
    float *d_in = device_array<float>(64), *d_out = device_array<float>(64);
    const auto neighbours = lines_of([&] { sum_of_neighbours<<<2, 32>>>(d_in, d_out); });
    const LineTraffic load = one(neighbours, halo::Access::read, halo::Space::global);
    CHECK(load.array_loads == 2 * 3 * 32);
    CHECK(load.block_elements == 2 * 34);
    const LineTraffic once = one(lines_of([&] { first_lanes<<<2, 32>>>(d_in, d_out, 32); }), halo::Access::read, halo::Space::global);
    CHECK(once.array_loads == 64);
    CHECK(once.block_elements == 64);       // both blocks load the same elements
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("where every other lane takes part, the distance is that of the lanes between")
{
    float *d_in = device_array<float>(32), *d_out = device_array<float>(32);
    const LineTraffic load = one(lines_of([&] { every_other_lane<<<1, 32>>>(d_in, d_out); }), halo::Access::read, halo::Space::global);
    CHECK(load.dearest.lanes == 16);
    CHECK(load.dearest.stride == 4);
    CHECK(load.dearest.regular);
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("nothing is counted by line unless it is asked for, and a reset forgets")
{
    float *d_in = device_array<float>(32), *d_out = device_array<float>(32);
    halo::engine::reset_watchers();
    first_lanes<<<1, 32>>>(d_in, d_out, 4);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(halo::engine::line_traffic().empty());
    CHECK(!lines_of([&] { first_lanes<<<1, 32>>>(d_in, d_out, 4); }).empty());
    halo::engine::reset_watchers();
    CHECK(halo::engine::line_traffic().empty());
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("what is counted by line adds up to the counters")
{
    float *d_in = device_array<float>(32 * 64), *d_out = device_array<float>(32 * 64);
    const auto lines = lines_of([&] { transpose_rows<<<64, kColumns>>>(d_in, d_out, 64); });
    const halo::Counters counters = halo::engine::counters();
    CHECK(one(lines, halo::Access::write, halo::Space::global).sectors == counters.global_store_sectors);
    CHECK(one(lines, halo::Access::read, halo::Space::global).requests == counters.global_load_requests);
    CHECK(one(lines, halo::Access::read, halo::Space::global).lanes == counters.global_loads);
    cudaFree(d_in);
    cudaFree(d_out);
}
