// A kernel is given the host's pointer: which device array holds a copy, and was meant?

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace {

constexpr int kCount = 8;
constexpr std::size_t kBytes = kCount * sizeof(float);
float h_in[kCount] = {1, 2, 3, 4, 5, 6, 7, 8};

__constant__ float c_filter[kCount];
__device__ float v_filter[kCount];

__global__ void copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }

/// d_in and d_out, empty.
struct Arrays {
    float *d_in = nullptr, *d_out = nullptr;
    Arrays()
    {
        halo::engine::reset_watchers();
        cudaMalloc(&d_in, kBytes);
        cudaMalloc(&d_out, kBytes);
    }
    Arrays(const Arrays&) = delete;
    Arrays& operator=(const Arrays&) = delete;
    ~Arrays()
    {
        cudaFree(d_in);
        cudaFree(d_out);
    }
    void fill(const float* from) const { cudaMemcpy(d_in, from, kBytes, cudaMemcpyHostToDevice); }
};

/// The one finding after a kernel that is given `in`, which is host memory.
halo::Finding finding(const float* in, float* out)
{
    copy<<<1, kCount / 2>>>(in, out);
    const std::vector<halo::Finding> all = halo::engine::findings();
    REQUIRE(all.size() == 1);
    CHECK(all[0].outside == halo::Outside::host_pointer);
    return all[0];
}

}  // namespace

TEST_CASE("the array that cudaMalloc allocated is named, also for a pointer into the middle")
{
    const Arrays a;
    a.fill(h_in);
    halo::Finding found;
    SUBCASE("start") { found = finding(h_in, a.d_out); }
    SUBCASE("middle") { found = finding(h_in + 3, a.d_out); }
    CHECK(found.device_copy == "d_in");
    CHECK_FALSE(found.copy_is_variable);
}

TEST_CASE("a variable that the filter was copied to is named, which a kernel uses by its name")
{
    const Arrays a;
    SUBCASE("__constant__")
    {
        cudaMemcpyToSymbol(c_filter, h_in, kBytes);
        const halo::Finding found = finding(h_in, a.d_out);
        CHECK(found.device_copy == "c_filter");
        CHECK(found.copy_is_variable);
    }
    SUBCASE("__device__")
    {
        cudaMemcpyToSymbol(v_filter, h_in, kBytes);
        const halo::Finding found = finding(h_in, a.d_out);
        CHECK(found.device_copy == "v_filter");
        CHECK(found.copy_is_variable);
    }
}

TEST_CASE("the latest copy counts")
{
    const Arrays a;
    cudaMemcpyToSymbol(c_filter, h_in, kBytes);
    a.fill(h_in);
    CHECK(finding(h_in, a.d_out).device_copy == "d_in");
}

TEST_CASE("no copy is named where there is none, or it no longer is one")
{
    const Arrays a;
    float other[kCount] = {};
    SUBCASE("nothing was copied") { CHECK(finding(other, a.d_out).device_copy.empty()); }
    SUBCASE("another array was copied")
    {
        a.fill(h_in);
        CHECK(finding(other, a.d_out).device_copy.empty());
    }
    SUBCASE("it went the other way")
    {
        a.fill(h_in);
        cudaMemcpy(other, a.d_in, kBytes, cudaMemcpyDeviceToHost);
        CHECK(finding(other, a.d_out).device_copy.empty());
    }
    SUBCASE("the host has used the memory for something else since")
    {
        a.fill(other);
        for (float& each : other) each = 7;
        CHECK(finding(other, a.d_out).device_copy.empty());
    }
    SUBCASE("the device array is freed")
    {
        float* d_freed = nullptr;
        cudaMalloc(&d_freed, kBytes);
        cudaMemcpy(d_freed, other, kBytes, cudaMemcpyHostToDevice);
        cudaFree(d_freed);
        CHECK(finding(other, a.d_out).device_copy.empty());
    }
    SUBCASE("only a part was copied, and the kernel reads another")
    {
        cudaMemcpy(a.d_in, other, kBytes / 2, cudaMemcpyHostToDevice);
        CHECK(finding(other + kCount / 2, a.d_out).device_copy.empty());
    }
}

TEST_CASE("rows of a box are found where they lie alike on both sides; else the first one is")
{
    const Arrays a;
    float other[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    SUBCASE("alike")
    {
        cudaMemcpy2D(a.d_in, 16, other, 16, 16, 2, cudaMemcpyHostToDevice);
        CHECK(finding(other[1], a.d_out).device_copy == "d_in");
    }
    SUBCASE("otherwise")
    {
        float* d_pitched = nullptr;
        cudaMalloc(&d_pitched, 64);
        cudaMemcpy2D(d_pitched, 32, other, 16, 16, 2, cudaMemcpyHostToDevice);
        CHECK(finding(other[0], a.d_out).device_copy == "d_pitched");
        cudaFree(d_pitched);
    }
}

TEST_CASE("a host array that the caller has named is named, with the element")
{
    const Arrays a;
    halo::engine::name_host_array({.start = h_in, .bytes = kBytes, .element_bytes = sizeof(float), .name = "h_in"});
    const halo::Finding found = finding(h_in + 2, a.d_out);
    halo::engine::forget_host_arrays();
    CHECK(found.array == "h_in");
    CHECK(found.index == std::vector<std::int64_t>{2});
}
