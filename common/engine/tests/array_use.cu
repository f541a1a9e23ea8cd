// Why an array holds nothing: a launch overwrote another in its place, or a copy was too short.

#include <doctest/doctest.h>

#include <vector>

#include "engine/engine.hpp"

namespace {

constexpr int kCount = 8;
constexpr std::size_t kBytes = kCount * sizeof(float);
const float h_in[kCount] = {1, 2, 3, 4, 5, 6, 7, 8};

__global__ void add_one(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x] + 1; }
__global__ void add_up(const float* in, float* out) { out[threadIdx.x] += in[threadIdx.x]; }
__global__ void store_both(const float* in, float* out, float* copy) { out[threadIdx.x] = copy[threadIdx.x] = in[threadIdx.x]; }

/// d_in, d_out and d_more, of which a test fills some.
struct Arrays {
    float *d_in = nullptr, *d_out = nullptr, *d_more = nullptr;
    Arrays()
    {
        halo::engine::reset_watchers();
        cudaMalloc(&d_in, kBytes);
        cudaMalloc(&d_out, kBytes);
        cudaMalloc(&d_more, kBytes);
    }
    Arrays(const Arrays&) = delete;
    Arrays& operator=(const Arrays&) = delete;
    ~Arrays()
    {
        cudaFree(d_in);
        cudaFree(d_out);
        cudaFree(d_more);
    }
};

void fill(float* array) { cudaMemcpy(array, h_in, kBytes, cudaMemcpyHostToDevice); }

/// The one finding so far, a read of what was never initialised.
halo::Finding finding()
{
    const std::vector<halo::Finding> all = halo::engine::findings();
    REQUIRE(all.size() == 1);
    CHECK(all[0].kind == halo::FindingKind::uninitialised);
    return all[0];
}

}  // namespace

TEST_CASE("a launch that loads from an empty array and overwrites a full one is reported with both, and its line")
{
    const Arrays a;
    halo::engine::name_host_array({.start = h_in, .bytes = kBytes, .name = "h_in"});
    fill(a.d_in);
    halo::engine::forget_host_arrays();
    const int line = __LINE__;
    add_one<<<1,
              kCount>>>(a.d_out,
                        a.d_in);
    CHECK(finding().array == "d_out");
    CHECK(finding().overwritten == "d_in");
    CHECK(finding().filled_from == "h_in");
    CHECK(finding().launched.line == line + 1);
}

TEST_CASE("so is one whose input was copied to the output, and a host array without a name")
{
    const Arrays a;
    fill(a.d_out);
    add_one<<<1, kCount>>>(a.d_in, a.d_out);
    CHECK(finding().array == "d_in");
    CHECK(finding().overwritten == "d_out");
    CHECK(finding().filled_from.empty());
}

TEST_CASE("a copy that is missing or too short overwrites nothing, nor does a sum that is kept in the output")
{
    SUBCASE("missing")
    {
        const Arrays a;
        add_one<<<1, kCount>>>(a.d_in, a.d_out);
        CHECK(finding().overwritten.empty());
    }
    SUBCASE("missing, and another array is filled and only loaded from")
    {
        const Arrays a;
        fill(a.d_more);
        add_one<<<1, kCount>>>(a.d_more, a.d_out);
        add_one<<<1, kCount>>>(a.d_in, a.d_out);
        CHECK(finding().overwritten.empty());
    }
    SUBCASE("too short")
    {
        const Arrays a;
        cudaMemcpy(a.d_in, h_in, kBytes / 2, cudaMemcpyHostToDevice);
        fill(a.d_out);
        add_one<<<1, kCount>>>(a.d_in, a.d_out);
        CHECK(finding().overwritten.empty());
    }
    SUBCASE("too short, from another array of the device")
    {
        const Arrays a;
        fill(a.d_more);
        cudaMemcpy(a.d_in, a.d_more, kBytes / 2, cudaMemcpyDeviceToDevice);
        add_one<<<1, kCount>>>(a.d_in, a.d_more);
        CHECK(finding().overwritten.empty());
    }
    SUBCASE("missing, and the output was filled by whoever called the function under test")
    {
        const Arrays a;
        fill(a.d_out);
        halo::engine::reset_watchers();
        add_one<<<1, kCount>>>(a.d_in, a.d_out);
        CHECK(finding().overwritten.empty());
    }
    SUBCASE("kept in the output")
    {
        const Arrays a;
        fill(a.d_in);
        add_up<<<1, kCount>>>(a.d_in, a.d_out);
        CHECK(finding().overwritten.empty());
    }
}

TEST_CASE("an array that a launch also loads from is not overwritten in place of another, nor is one of two")
{
    SUBCASE("loaded from")
    {
        const Arrays a;
        fill(a.d_out);
        add_up<<<1, kCount>>>(a.d_in, a.d_out);
        CHECK(finding().overwritten.empty());
    }
    SUBCASE("one of two")
    {
        const Arrays a;
        fill(a.d_out);
        fill(a.d_more);
        store_both<<<1, kCount>>>(a.d_in, a.d_out, a.d_more);
        CHECK(finding().overwritten.empty());
    }
    SUBCASE("by an earlier launch")
    {
        const Arrays a;
        fill(a.d_more);
        cudaMemset(a.d_in, 0, kBytes);
        add_one<<<1, kCount>>>(a.d_in, a.d_more);
        const Arrays b;
        add_one<<<1, kCount>>>(b.d_in, b.d_out);
        CHECK(finding().overwritten.empty());
    }
}

TEST_CASE("a copy that filled only a part of the array is named by its line, with the bytes of all copies")
{
    const Arrays a;
    cudaMemcpy(a.d_in, h_in, 4, cudaMemcpyHostToDevice);
    const int line = __LINE__ + 1;
    cudaMemcpy(a.d_in + 1, h_in, kCount, cudaMemcpyHostToDevice);
    add_one<<<1, kCount>>>(a.d_in, a.d_out);
    CHECK(finding().index == std::vector<std::int64_t>{3});
    CHECK(finding().other.line == line);
    CHECK(finding().asked == 4 + kCount);
    CHECK(finding().there == kBytes);
}

TEST_CASE("no copy is blamed where none was made, nor one that filled another array")
{
    const Arrays a;
    cudaMemcpy(a.d_more, h_in, kCount, cudaMemcpyHostToDevice);
    fill(a.d_out);
    add_one<<<1, kCount>>>(a.d_in, a.d_out);
    CHECK(finding().other.line == 0);
    CHECK(finding().asked == 0);
}

TEST_CASE("a copy from the pointer to a named array is one, a copy of another variable, of a pointer or of an unnamed array is none")
{
    const Arrays a;
    halo::engine::name_host_array({.start = h_in, .bytes = kBytes, .name = "h_in"});
    const float* volatile pointer = h_in;
    float other[kCount] = {};
    struct {
        const float* first;
        float more[kCount];
    } record = {other, {}};
    CHECK(cudaMemcpy(a.d_in, const_cast<const float**>(&pointer), sizeof pointer, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(a.d_in, other, kBytes, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(a.d_in, &record, kBytes, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(halo::engine::findings().empty());
    CHECK(cudaMemcpy(a.d_in, const_cast<const float**>(&pointer), kBytes, cudaMemcpyHostToDevice) == cudaSuccess);
    halo::engine::forget_host_arrays();
    REQUIRE(halo::engine::findings().size() == 1);
    CHECK(halo::engine::findings()[0].array == "h_in");
    CHECK(halo::engine::findings()[0].outside == halo::Outside::wild);
    CHECK(cudaMemcpy(a.d_in, const_cast<const float**>(&pointer), kBytes, cudaMemcpyHostToDevice) == cudaSuccess);      // nothing is named any more
    CHECK(halo::engine::findings().size() == 1);
}
