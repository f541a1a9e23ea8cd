// Lanes that load at one place in the same iterations make one request, and lanes in different iterations make several.

#include <doctest/doctest.h>

#include "engine/engine.hpp"

namespace {

constexpr int kElements = 64, kTurns = 4;

#define FOR_TURNS(k) for (int k = 0; k < kTurns; ++k)
#define UNROLLED_TURNS(k) _Pragma("unroll") for (int k = 0; k < kTurns; ++k)
#define WHILE_BELOW(k, n) while ((k) < (n)) {
#define END }
#define ADD_TURNS(sum, in)                            \
    do {                                              \
        for (int k = 0; k < kTurns; ++k)              \
            if ((lane + k) % 2 == 0) sum += in[lane]; \
    } while (0)
#define RANGE(k) int k = 0; k < kTurns; ++k

/// In each iteration one half of the lanes loads.
__global__ void plain(const float* in, float* out)
{
    const int lane = int(threadIdx.x);
    float sum = 0.0f;
    for (int k = 0; k < kTurns; ++k)
        if ((lane + k) % 2 == 0) sum += in[lane];
    out[lane] = sum;
}

__global__ void head_in_a_macro(const float* in, float* out)
{
    const int lane = int(threadIdx.x);
    float sum = 0.0f;
    FOR_TURNS(k)
        if ((lane + k) % 2 == 0) sum += in[lane];
    out[lane] = sum;
}

__global__ void all_in_a_macro(const float* in, float* out)
{
    const int lane = int(threadIdx.x);
    float sum = 0.0f;
    ADD_TURNS(sum, in);
    out[lane] = sum;
}

__global__ void brace_in_a_macro(const float* in, float* out)
{
    const int lane = int(threadIdx.x);
    float sum = 0.0f;
    int k = -1;
    WHILE_BELOW(k, kTurns - 1)
        ++k;
        if ((lane + k) % 2 == 0) sum += in[lane];
    END
    out[lane] = sum;
}

__global__ void range_in_a_macro(const float* in, float* out)
{
    const int lane = int(threadIdx.x);
    float sum = 0.0f;
    for (RANGE(k)) {
        if ((lane + k) % 2 == 0) sum += in[lane];
    }
    out[lane] = sum;
}

__global__ void pragma_in_a_macro(const float* in, float* out)
{
    const int lane = int(threadIdx.x);
    float sum = 0.0f;
    UNROLLED_TURNS(k)
        if ((lane + k) % 2 == 0) sum += in[lane];
    out[lane] = sum;
}

/// In each innermost iteration, half of the lanes load at one place and half at another: more than a warp's log holds.
__global__ void three_deep(const float* in, float* out)
{
    const int lane = int(threadIdx.x);
    for (int k = 0; k < 4; ++k) {
        float sum = 0.0f;
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x) {
                if ((lane + x + y) % 2 == 0) sum += in[lane];
                else sum -= in[lane + 1];
            }
        out[lane] = sum;
    }
}

__global__ void five_deep(const float* in, float* out)
{
    const int lane = int(threadIdx.x);
    for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) {
            float sum = 0.0f;
            for (int k = 0; k < 3; ++k)
                for (int y = 0; y < 5; ++y)
                    for (int x = 0; x < 5; ++x) {
                        if ((lane + x + y + k) % 3 == 0) sum += in[lane];
                        else sum -= in[lane + 1];
                    }
            out[lane] = sum;
        }
}

/// Lane 0 loads in even iterations, lane 1 in odd ones, lane 2 in all.
__global__ void long_loop(const float* in, float* out, int turns)
{
    const int lane = int(threadIdx.x);
    float sum = 0.0f;
    for (int k = 0; k < turns; ++k)
        if (lane == 2 || k % 2 == lane) sum += in[k % kElements];
    out[lane] = sum;
}

using Kernel = void (*)(const float*, float*);

template <class Launch>
halo::Counters counted(Launch launch)
{
    float *in = nullptr, *out = nullptr;
    REQUIRE(cudaMalloc(&in, kElements * sizeof(float)) == cudaSuccess);
    REQUIRE(cudaMalloc(&out, kElements * sizeof(float)) == cudaSuccess);
    REQUIRE(cudaMemset(in, 0, kElements * sizeof(float)) == cudaSuccess);
    halo::engine::reset_watchers();
    launch(in, out);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(halo::engine::findings().empty());
    const halo::Counters counters = halo::engine::counters();
    halo::engine::reset_watchers();
    cudaFree(in);
    cudaFree(out);
    return counters;
}

template <Kernel kKernel>
halo::Counters of_a_warp()
{
    return counted([](const float* in, float* out) { kKernel<<<1, 32>>>(in, out); });
}

}  // namespace

TEST_CASE("an iteration is the same whether the file or a macro spells the loop")
{
    for (const halo::Counters& c : {of_a_warp<plain>(), of_a_warp<head_in_a_macro>(), of_a_warp<all_in_a_macro>(), of_a_warp<brace_in_a_macro>(),
                                    of_a_warp<range_in_a_macro>(), of_a_warp<pragma_in_a_macro>()}) {
        CHECK(c.global_loads == 16 * kTurns);
        CHECK(c.global_load_requests == kTurns);
        CHECK(c.global_load_sectors == 4 * kTurns);
        CHECK(c.global_store_requests == 1);
    }
}

TEST_CASE("lanes stay together in nests of loops that make more requests than a warp's log holds")
{
    const halo::Counters three = of_a_warp<three_deep>();
    CHECK(three.global_load_requests == 2 * 4 * 8 * 8);
    CHECK(three.global_store_requests == 4);
    const halo::Counters five = of_a_warp<five_deep>();
    CHECK(five.global_load_requests == 2 * 2 * 2 * 3 * 5 * 5);
    CHECK(five.global_store_requests == 4);
}

TEST_CASE("lanes that skip iterations of a long loop stay together")
{
    for (const int turns : {100, 3'000, 8'000}) {
        CAPTURE(turns);
        const halo::Counters c = counted([&](const float* in, float* out) { long_loop<<<1, 3>>>(in, out, turns); });
        CHECK(c.global_load_requests == std::uint64_t(turns));
        CHECK(c.global_store_requests == 1);
    }
}
