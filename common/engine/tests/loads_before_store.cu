// What a thread had loaded before it stored a word.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/engine.hpp"
#include "engine/tests/recorded.cuh"

namespace {

using namespace recorded;
using halo::Index3;
using halo::Loaded;
using halo::Space;
using halo::engine::loads_before_store;
using halo::engine::record_block;
using halo::engine::record_stores;
using Sides = std::vector<std::int64_t>;

__device__ int d_offset[4] = {0, 1, 2, 3};

__global__ void sum_of_vectors(const float4* in, float* out)
{
    const float4 four = in[threadIdx.x];
    out[threadIdx.x] = four.x + four.y + four.z + four.w + float(d_offset[1]);
}

__global__ void fetched(cudaTextureObject_t picture, float* out) { out[threadIdx.x] = tex2D<float>(picture, 2.5f, 1.5f); }

/// Each thread loads what its neighbour needs, and doubles it in half of the cases.
__global__ void handed_over(const int* in, int* out)
{
    __shared__ int s_pair[2];
    s_pair[threadIdx.x] = threadIdx.x == 0 ? in[0] : 2 * in[1];
    __syncthreads();
    out[threadIdx.x] = s_pair[1 - threadIdx.x];
}

}  // namespace

TEST_CASE("the loads before a store name arrays and values, and a shared element the load of the thread that stored it")
{
    Convolution c;
    std::vector<float> h_out(kCount);
    record_block(1, {1, 0, 0});
    c.run();
    cudaMemcpy(h_out.data(), c.d_out, kCount * sizeof(float), cudaMemcpyDeviceToHost);
    record_stores(false);
    // Thread 63 of block 1 stores out[127]; s_tile[63..65] is in[126..128], stored by threads 63, 0 and 1.
    const std::vector<Loaded> loads = loads_before_store(&h_out[127]);
    REQUIRE(loads.size() == 1 + 2 * kWidth);
    CHECK(loads[0].array == "d_in");
    CHECK(loads[0].index == Sides{126});
    CHECK(loads[0].at.line == kTileLine);
    CHECK(loads[0].value == 127);
    CHECK(loads[0].is_float);
    for (int j = 0; j < kWidth; ++j) {
        CAPTURE(j);
        const bool filter_first = loads[1].space == Space::constant;
        const Loaded& filter = loads[std::size_t(1 + 2 * j + (filter_first ? 0 : 1))];
        const Loaded& tile = loads[std::size_t(1 + 2 * j + (filter_first ? 1 : 0))];
        CHECK(filter.space == Space::constant);
        CHECK(filter.array == "c_filter");
        CHECK(filter.index == Sides{j});
        CHECK(filter.shape == Sides{kWidth});
        CHECK(filter.value == float(1 << j));
        CHECK(filter.is_float);
        CHECK(!filter.origin);
        CHECK(tile.at.line == kSumLine);
        CHECK(tile.space == Space::shared);
        CHECK(tile.array == "s_tile");
        CHECK(tile.index == Sides{63 + j});
        CHECK(tile.shape == Sides{kTile + 2 * kRadius});
        CHECK(tile.value == 127 + j);
        REQUIRE(tile.origin);
        CHECK(tile.origin->at.line == kTileLine);
        CHECK(tile.origin->thread == Index3{unsigned(63 + j) % kTile, 0, 0});
        REQUIRE(tile.origin->load);
        CHECK(tile.origin->load->index == Sides{126 + j});
        CHECK(tile.origin->load->array == "d_in");
        CHECK(tile.origin->load->value == 127 + j);
    }
    CHECK(loads_before_store(&h_out[128]).empty());   // in another block
}

TEST_CASE("a ghost element comes from no load")
{
    Convolution c;
    record_block(1, {3, 0, 0});
    c.run();
    record_stores(false);
    const std::vector<Loaded> loads = loads_before_store(c.d_out + kCount - 1);
    REQUIRE(loads.size() == 1 + 2 * kWidth);
    const auto last = std::find_if(loads.rbegin(), loads.rend(), [](const Loaded& load) { return load.space == Space::shared; });
    REQUIRE(last->origin);
    CHECK(last->value == 0);
    CHECK(last->origin->at.line == kTileLine);
    CHECK(!last->origin->load);
}

TEST_CASE("a value that was changed on its way to shared memory is not taken for the loaded one")
{
    Device<int> in(2), out(2);
    const int h_in[2] = {5, 6};
    cudaMemcpy(in.d_data, h_in, sizeof h_in, cudaMemcpyHostToDevice);
    record_block(1, {0, 0, 0});
    handed_over<<<1, 2>>>(in.d_data, out.d_data);
    record_stores(false);
    const std::vector<Loaded> first = loads_before_store(out.d_data), second = loads_before_store(out.d_data + 1);
    REQUIRE(first.size() == 2);
    CHECK(first[1].value == 12);
    CHECK_FALSE(first[1].is_float);
    CHECK(first[1].origin->thread == Index3{1, 0, 0});
    CHECK(!first[1].origin->load);
    REQUIRE(second.size() == 2);
    CHECK(second[1].value == 5);
    CHECK(second[1].origin->load->index == Sides{0});
}

TEST_CASE("a vector is several loads, and a device variable has its own name")
{
    Device<float4> in(32);
    Device<float> out(32);
    std::vector<float> h_in(128);
    for (int i = 0; i < 128; ++i) h_in[std::size_t(i)] = float(i);
    cudaMemcpy(in.d_data, h_in.data(), 128 * sizeof(float), cudaMemcpyHostToDevice);
    record_block(1, {0, 0, 0});
    sum_of_vectors<<<1, 32>>>(in.d_data, out.d_data);
    record_stores(false);
    std::vector<Loaded> loads = loads_before_store(out.d_data + 3);
    REQUIRE(loads.size() == 5);
    std::stable_sort(loads.begin(), loads.end(), [](const Loaded& a, const Loaded& b) { return a.value > b.value; });
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(loads[i].value == double(15 - i));
        CHECK(loads[i].bytes == 4);
        CHECK(loads[i].index == Sides{3});
    }
    CHECK(loads[4].array == "d_offset");
    CHECK(loads[4].index == Sides{1});
    CHECK_FALSE(loads[4].is_float);
    CHECK(loads[4].value == 1);
}

TEST_CASE("a texture's fetch is a load of its memory")
{
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    REQUIRE(cudaMallocArray(&array, &format, 4, 2) == cudaSuccess);
    const float h_picture[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    cudaMemcpy2DToArray(array, 0, 0, h_picture, 16, 16, 2, cudaMemcpyHostToDevice);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    const cudaTextureDesc description{};
    cudaTextureObject_t picture = 0;
    REQUIRE(cudaCreateTextureObject(&picture, &resource, &description, nullptr) == cudaSuccess);
    Device<float> out(1);
    record_block(1, {0, 0, 0});
    fetched<<<1, 1>>>(picture, out.d_data);
    record_stores(false);
    const std::vector<Loaded> loads = loads_before_store(out.d_data);
    REQUIRE(loads.size() == 1);
    CHECK(loads[0].texture);
    CHECK(loads[0].value == 6);
    CHECK(loads[0].is_float);
    cudaDestroyTextureObject(picture);
    cudaFreeArray(array);
}

TEST_CASE("recording changes neither the counts nor the findings")
{
    Convolution c;
    halo::engine::reset_watchers();
    c.run();
    const halo::Counters before = halo::engine::counters();
    halo::engine::reset_watchers();
    record_block(1, {0, 0, 0});
    c.run();
    record_stores(false);
    const halo::Counters after = halo::engine::counters();
    CHECK(before.global_loads == after.global_loads);
    CHECK(before.shared_loads == after.shared_loads);
    CHECK(before.constant_loads == after.constant_loads);
    CHECK(before.barriers == after.barriers);
    CHECK(halo::engine::findings().empty());
}
