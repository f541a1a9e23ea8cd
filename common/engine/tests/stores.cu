// Who stored a word, on the device or on the host.

#include <doctest/doctest.h>

#include <vector>

#include "engine/engine.hpp"
#include "engine/tests/recorded.cuh"

namespace {

using namespace recorded;
using halo::Index3;
using halo::engine::last_store;
using halo::engine::loads_before_store;
using halo::engine::record_stores;

__global__ void all_to_first(int* out)
{
    out[0] = 7;
}
constexpr int kFirstLine = __LINE__ - 2;

__global__ void count(int* sum) { atomicAdd(sum, 1); }
constexpr int kAtomicLine = __LINE__ - 1;

__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

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
    CHECK(stored->at.file.ends_with("recorded.cu"));
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
    CHECK(stored->copied.file.ends_with("stores.cu"));
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
