// A kernel is given the host's pointer: which device array holds a copy, and was meant?

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/engine.hpp"

namespace {

constexpr int kCount = 8;
constexpr std::size_t kBytes = kCount * sizeof(float);
float h_in[kCount] = {1, 2, 3, 4, 5, 6, 7, 8};

__constant__ float c_filter[kCount];
__device__ float v_filter[kCount];

__global__ void copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }

float *d_in = nullptr, *d_out = nullptr;

/// What each test begins with: empty arrays, and no findings.
void begin()
{
    cudaFree(d_in);
    cudaFree(d_out);
    halo::engine::reset_watchers();
    cudaMalloc(&d_in, kBytes);
    cudaMalloc(&d_out, kBytes);
}

void fill(float* array, const float* from) { cudaMemcpy(array, from, kBytes, cudaMemcpyHostToDevice); }

/// The one finding after a kernel that is given `in`, which is host memory.
halo::Finding finding(const float* in)
{
    copy<<<1, kCount / 2>>>(in, d_out);
    const std::vector<halo::Finding> all = halo::engine::findings();
    REQUIRE(all.size() == 1);
    CHECK(all[0].outside == halo::Outside::host_pointer);
    return all[0];
}

}  // namespace

TEST_CASE("the array that cudaMalloc allocated is named, also for a pointer into the middle")
{
    begin();
    fill(d_in, h_in);
    halo::Finding found;
    SUBCASE("start") { found = finding(h_in); }
    SUBCASE("middle") { found = finding(h_in + 3); }
    CHECK(found.device_copy == "d_in");
    CHECK_FALSE(found.copy_is_variable);
}

TEST_CASE("a variable that the filter was copied to is named, which a kernel uses by its name")
{
    begin();
    SUBCASE("__constant__")
    {
        cudaMemcpyToSymbol(c_filter, h_in, kBytes);
        const halo::Finding found = finding(h_in);
        CHECK(found.device_copy == "c_filter");
        CHECK(found.copy_is_variable);
    }
    SUBCASE("__device__")
    {
        cudaMemcpyToSymbol(v_filter, h_in, kBytes);
        const halo::Finding found = finding(h_in);
        CHECK(found.device_copy == "v_filter");
        CHECK(found.copy_is_variable);
    }
}

TEST_CASE("the array is still named when it has been freed since, and others allocated")
{
    begin();
    float *d_first = nullptr, *d_next = nullptr;
    cudaMalloc(&d_first, kBytes);
    fill(d_first, h_in);
    finding(h_in);
    cudaFree(d_first);
    cudaMalloc(&d_next, kBytes);
    CHECK(halo::engine::findings().at(0).device_copy == "d_first");
    cudaFree(d_next);
}

TEST_CASE("the latest copy counts")
{
    begin();
    cudaMemcpyToSymbol(c_filter, h_in, kBytes);
    fill(d_in, h_in);
    CHECK(finding(h_in).device_copy == "d_in");
}

TEST_CASE("no copy is named where there is none, or it no longer is one")
{
    begin();
    float other[kCount] = {};
    SUBCASE("nothing was copied") { CHECK(finding(other).device_copy.empty()); }
    SUBCASE("another array was copied")
    {
        fill(d_in, h_in);
        CHECK(finding(other).device_copy.empty());
    }
    SUBCASE("it went the other way")
    {
        fill(d_in, h_in);
        cudaMemcpy(other, d_in, kBytes, cudaMemcpyDeviceToHost);
        CHECK(finding(other).device_copy.empty());
    }
    SUBCASE("the host has used the memory for something else since")
    {
        fill(d_in, other);
        for (float& each : other) each = 7;
        CHECK(finding(other).device_copy.empty());
    }
    SUBCASE("the device array is freed")
    {
        float* d_freed = nullptr;
        cudaMalloc(&d_freed, kBytes);
        cudaMemcpy(d_freed, other, kBytes, cudaMemcpyHostToDevice);
        cudaFree(d_freed);
        CHECK(finding(other).device_copy.empty());
    }
    SUBCASE("only a part was copied, and the kernel reads another")
    {
        cudaMemset(d_in, 0, kBytes);      // equal, but no copy
        cudaMemcpy(d_in, other, kBytes / 2, cudaMemcpyHostToDevice);
        CHECK(finding(other + kCount / 2).device_copy.empty());
    }
}

TEST_CASE("rows of a box are found where they lie alike on both sides; else the first one is")
{
    begin();
    float other[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    SUBCASE("alike")
    {
        cudaMemcpy2D(d_in, 16, other, 16, 16, 2, cudaMemcpyHostToDevice);
        CHECK(finding(other[1]).device_copy == "d_in");
    }
    SUBCASE("otherwise")
    {
        float* d_pitched = nullptr;
        cudaMalloc(&d_pitched, 64);
        cudaMemcpy2D(d_pitched, 32, other, 16, 16, 2, cudaMemcpyHostToDevice);
        CHECK(finding(other[0]).device_copy == "d_pitched");
        cudaFree(d_pitched);
    }
}

TEST_CASE("a host array that the caller has named is named, with the element")
{
    begin();
    halo::engine::name_host_array({.start = h_in, .bytes = kBytes, .element_bytes = sizeof(float), .name = "h_in"});
    const halo::Finding found = finding(h_in + 2);
    halo::engine::forget_host_arrays();
    CHECK(found.array == "h_in");
    CHECK(found.index == std::vector<std::int64_t>{2});
}
