// Who stored a word, and what that thread had loaded.

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace {

using halo::Index3;
using halo::Space;
using halo::engine::last_store;
using halo::Loaded;
using halo::engine::loads_before_store;
using halo::engine::record_block;
using halo::engine::record_stores;
using halo::Stored;

constexpr int kTile = 64, kRadius = 1, kWidth = 2 * kRadius + 1;
constexpr int kCount = 200;
__constant__ float c_filter[kWidth];
__device__ int d_offset[4] = {0, 1, 2, 3};

__global__ void conv1d_tiled(const float* in, float* out, int n)
{
    __shared__ float s_tile[kTile + 2 * kRadius];
    const int tx = int(threadIdx.x), start = int(blockIdx.x) * kTile - kRadius;
    for (int i = tx; i < kTile + 2 * kRadius; i += kTile) {
        const int g = start + i;
        s_tile[i] = g >= 0 && g < n ? in[g] : 0.0f;
    }
    __syncthreads();
    const int o = int(blockIdx.x) * kTile + tx;
    if (o >= n) return;
    float sum = 0.0f;
    for (int j = 0; j < kWidth; ++j)
        sum += c_filter[j] * s_tile[tx + j];
    out[o] = sum;
}
constexpr int kStoreLine = __LINE__ - 2, kSumLine = kStoreLine - 1, kTileLine = kStoreLine - 8;

__global__ void all_to_first(int* out)
{
    out[0] = 7;
}
constexpr int kFirstLine = __LINE__ - 2;

__global__ void count(int* sum) { atomicAdd(sum, 1); }
constexpr int kAtomicLine = __LINE__ - 1;

__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

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

template <class T>
struct Device {
    explicit Device(std::size_t count) { REQUIRE(cudaMalloc(&d_data, count * sizeof(T)) == cudaSuccess); }
    ~Device() { cudaFree(d_data); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    T* d_data = nullptr;
};

struct Convolution {
    Convolution()
    {
        std::vector<float> h_in(kCount);
        for (int i = 0; i < kCount; ++i) h_in[std::size_t(i)] = float(i + 1);
        const float h_filter[kWidth] = {1, 2, 4};
        REQUIRE(cudaMalloc(&d_in, kCount * sizeof(float)) == cudaSuccess);
        REQUIRE(cudaMalloc(&d_out, kCount * sizeof(float)) == cudaSuccess);
        cudaMemcpy(d_in, h_in.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpyToSymbol(c_filter, h_filter, sizeof h_filter);
    }
    ~Convolution()
    {
        cudaFree(d_in);
        cudaFree(d_out);
        record_stores(false);
    }
    void run() { conv1d_tiled<<<(kCount + kTile - 1) / kTile, kTile>>>(d_in, d_out, kCount); }
    float *d_in = nullptr, *d_out = nullptr;
};

using Sides = std::vector<std::int64_t>;

bool ends_with(const std::string& text, const char* end) { return text.ends_with(end); }

}  // namespace

TEST_CASE("nothing is recorded before it is switched on, nor after it is switched off")
{
    Convolution c;
    c.run();
    CHECK(!last_store(c.d_out));
    record_stores(true);
    record_stores(false);
    c.run();
    CHECK(!last_store(c.d_out));
    CHECK(loads_before_store(c.d_out).empty());
}

TEST_CASE("the last store of a tiled kernel names line, block and thread")
{
    Convolution c;
    record_stores(true);
    c.run();
    record_stores(false);
    const auto stored = last_store(c.d_out + 150);
    REQUIRE(stored);
    CHECK(stored->kernel == "conv1d_tiled");
    CHECK(ends_with(stored->at.file, "stores.cu"));
    CHECK(stored->at.line == kStoreLine);
    CHECK(stored->access == halo::Access::write);
    CHECK(stored->launch == 1);
    CHECK(stored->block == Index3{2, 0, 0});
    CHECK(stored->thread == Index3{22, 0, 0});
    CHECK(stored->block_shape == Index3{kTile, 1, 1});
    CHECK(stored->grid == Index3{4, 1, 1});
    CHECK(stored->times == 1);
    CHECK_FALSE(stored->several_threads);
    CHECK(stored->copied.line == 0);
    CHECK(!last_store(c.d_in + 3));
    CHECK(!last_store(c.d_out + kCount));
}

TEST_CASE("a store by two threads names both")
{
    Device<int> out(1);
    record_stores(true);
    all_to_first<<<2, 3>>>(out.d_data);
    const auto stored = last_store(out.d_data);
    REQUIRE(stored);
    CHECK(stored->at.line == kFirstLine);
    CHECK(stored->times == 6);
    CHECK(stored->several_threads);
    CHECK(stored->block == Index3{1, 0, 0});
    CHECK(stored->thread == Index3{2, 0, 0});
    CHECK(stored->first_at.line == kFirstLine);
    CHECK(stored->first_block == Index3{0, 0, 0});
    CHECK(stored->first_thread == Index3{0, 0, 0});
    record_stores(false);
}

TEST_CASE("threads of two launches are not several threads of one, and the later launch is named")
{
    Device<int> out(4);
    record_stores(true);
    set<<<1, 4>>>(out.d_data, 0);
    set<<<1, 2>>>(out.d_data + 2, 0);
    all_to_first<<<1, 1>>>(out.d_data);
    const auto stored = last_store(out.d_data);
    REQUIRE(stored);
    CHECK(stored->kernel == "all_to_first");
    CHECK(stored->launch == 3);
    CHECK(stored->times == 2);
    CHECK_FALSE(stored->several_threads);
    CHECK(last_store(out.d_data + 1)->launch == 1);
    record_stores(false);
}

TEST_CASE("an atomic update is a store")
{
    Device<int> sum(1);
    cudaMemset(sum.d_data, 0, sizeof(int));
    record_stores(true);
    count<<<1, 5>>>(sum.d_data);
    const auto stored = last_store(sum.d_data);
    REQUIRE(stored);
    CHECK(stored->access == halo::Access::atomic);
    CHECK(stored->at.line == kAtomicLine);
    CHECK(stored->thread == Index3{4, 0, 0});
    CHECK(stored->times == 5);
    CHECK(stored->several_threads);
    record_stores(false);
}

TEST_CASE("an output on the host is followed back through the copies that filled it")
{
    Convolution c;
    Device<float> other(kCount);
    std::vector<float> h_out(kCount), h_again(kCount), h_rows(kCount);
    record_stores(true);
    c.run();
    cudaMemcpy(other.d_data, c.d_out, kCount * sizeof(float), cudaMemcpyDeviceToDevice);
    const int line = __LINE__ + 1;
    cudaMemcpy(h_out.data(), other.d_data, kCount * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpyAsync(h_again.data() + 1, c.d_out, 10 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy2D(h_rows.data(), 40, c.d_out, 80, 20, 5, cudaMemcpyDeviceToHost);
    // What is stored after the copy did not reach the host.
    cudaMemset(c.d_out, 0, kCount * sizeof(float));
    record_stores(false);
    const auto stored = last_store(&h_out[70]);
    REQUIRE(stored);
    CHECK(stored->at.line == kStoreLine);
    CHECK(stored->block == Index3{1, 0, 0});
    CHECK(stored->thread == Index3{6, 0, 0});
    CHECK(ends_with(stored->copied.file, "stores.cu"));
    CHECK(stored->copied.line == line);
    CHECK(last_store(&h_again[5])->thread == Index3{4, 0, 0});
    CHECK(last_store(&h_again[5])->copied.line == line + 1);
    CHECK(!last_store(&h_again[0]));
    CHECK(!last_store(&h_again[11]));
    CHECK(last_store(&h_rows[10 + 3])->thread == Index3{23, 0, 0});
    CHECK(last_store(&h_rows[10 + 3])->copied.line == line + 2);
    CHECK(!last_store(&h_rows[10 + 7]));
    CHECK(!last_store(c.d_out));
    CHECK(last_store(other.d_data + 70)->copied.line == line - 2);
}

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

__global__ void store_bytes(unsigned char* out) { out[threadIdx.x] = static_cast<unsigned char>(threadIdx.x); }

TEST_CASE("bytes of one word have each their own thread")
{
    Device<unsigned char> out(8);
    unsigned char h_out[8];
    record_stores(true);
    store_bytes<<<1, 7>>>(out.d_data);
    cudaMemcpy(h_out + 1, out.d_data, 7, cudaMemcpyDeviceToHost);       // not aligned as its source is
    record_stores(false);
    for (unsigned i = 0; i < 7; ++i) {
        REQUIRE(last_store(out.d_data + i));
        CHECK(last_store(out.d_data + i)->thread == Index3{i, 0, 0});
        CHECK(!last_store(out.d_data + i)->several_threads);
        REQUIRE(last_store(h_out + 1 + i));
        CHECK(last_store(h_out + 1 + i)->thread == Index3{i, 0, 0});
    }
    CHECK(!last_store(out.d_data + 7));
    CHECK(!last_store(h_out));
}

TEST_CASE("launches and copies are listed in order, with their lines and arrays")
{
    const float h_data[4] = {1, 2, 3, 4};
    halo::engine::name_host_array({.start = h_data, .bytes = sizeof h_data, .name = "h_data"});
    Device<unsigned char> out(8);
    record_stores(true);
    const int line = __LINE__;
    cudaMemcpy(out.d_data, h_data, 8, cudaMemcpyHostToDevice);
    store_bytes<<<1, 7>>>(out.d_data);
    cudaMemcpyToSymbol(c_filter, h_data, 12);
    store_bytes<<<0, 7>>>(out.d_data);              // refused: nothing happens
    cudaGetLastError();
    record_stores(false);
    halo::engine::forget_host_arrays();
    cudaMemcpy(out.d_data, h_data, 8, cudaMemcpyHostToDevice);
    const std::vector<halo::HostStep> steps = halo::engine::host_steps();
    REQUIRE(steps.size() == 3);
    CHECK(steps[0].at.line == line + 1);
    CHECK(steps[0].kernel.empty());
    CHECK(steps[0].source.array == "h_data");
    CHECK(steps[0].source.bytes == 16);
    CHECK(steps[0].source.on_host);
    CHECK(!steps[0].target.on_host);
    CHECK(steps[0].target.bytes == 8);
    CHECK(steps[0].copied == 8);
    CHECK(steps[1].at.line == line + 2);
    CHECK(steps[1].kernel == "store_bytes");
    CHECK(steps[2].at.line == line + 3);
    CHECK(steps[2].target.array == "c_filter");
    CHECK(steps[2].target.bytes == 12);
    record_stores(true);
    record_stores(false);
    CHECK(halo::engine::host_steps().empty());
}

#define LAUNCH_BYTES(grid, block, ...) store_bytes<<<grid, block>>>(__VA_ARGS__)
#define CHECKED(call) call

TEST_CASE("a launch or copy that spans lines is named by the line where it begins")
{
    const float h_data[4] = {1, 2, 3, 4};
    Device<unsigned char> out(8);
    record_stores(true);
    const int line = __LINE__;
    store_bytes<<<1,
                  7>>>(
        out.d_data);
    store_bytes
        <<<1, 7>>>(out.d_data);
    store_bytes<<<1, 7>>>(
        out.d_data
    );
    LAUNCH_BYTES(1,
                 7,
                 out.d_data);
    CHECKED(store_bytes<<<1, 7>>>(
        out.d_data));
    cudaMemcpy(out.d_data,
               h_data,
               8,
               cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_filter,
                       h_data,
                       12);
    CHECKED(cudaMemcpy(out.d_data, h_data,
                       8, cudaMemcpyHostToDevice));
    void* arguments[] = {&out.d_data};
    cudaLaunchKernel(store_bytes,
                     1, 7,
                     arguments);
    const cudaError_t status =
        cudaMemcpy(out.d_data, h_data,
                   8, cudaMemcpyHostToDevice);
    record_stores(false);
    CHECK(status == cudaSuccess);
    std::vector<int> lines;
    for (const halo::HostStep& step : halo::engine::host_steps()) lines.push_back(step.at.line - line);
    CHECK(lines == std::vector{1, 4, 6, 9, 12, 14, 18, 21, 24, 28});
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
