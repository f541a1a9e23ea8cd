// A struct that a function returns is stored as a card stores it, whether or not the function is inlined.

#include <doctest/doctest.h>

#include "engine/engine.hpp"

namespace {

struct Pair {
    int first, second;
};
struct Sums {
    int of[5];
};

template <class T> __device__ T value_of(int x);
template <> __device__ __noinline__ Pair value_of(int x) { return {x, 2 * x}; }
template <> __device__ __noinline__ float2 value_of(int x) { return make_float2(float(x), 1.0f); }
template <> __device__ __noinline__ float4 value_of(int x) { return make_float4(float(x), 1.0f, 2.0f, 3.0f); }
template <> __device__ __noinline__ Sums value_of(int x)
{
    Sums sums;
    for (int i = 0; i < 5; ++i) sums.of[i] = x + i;
    return sums;
}
__device__ Pair inlined(int x) { return {x, 2 * x}; }

template <class T> __global__ void store(T* out) { out[threadIdx.x] = value_of<T>(int(threadIdx.x)); }
__global__ void store_inlined(Pair* out) { out[threadIdx.x] = inlined(int(threadIdx.x)); }

template <class T, class Kernel> halo::Counters counters_of(Kernel kernel)
{
    T* out;
    cudaMalloc(&out, 32 * sizeof(T));
    halo::engine::reset_watchers();
    kernel(out);
    cudaFree(out);
    return halo::engine::counters();
}

template <class T> halo::Counters counters_of()
{
    return counters_of<T>([](T* out) { store<<<1, 32>>>(out); });
}

}  // namespace

TEST_CASE("a vector that a function returns is one store, and another struct one for each word")
{
    const halo::Counters two = counters_of<float2>(), four = counters_of<float4>(), pair = counters_of<Pair>(), sums = counters_of<Sums>();
    CHECK(two.global_store_requests == 1);
    CHECK(two.global_store_sectors == 8);
    CHECK(four.global_store_requests == 1);
    CHECK(four.global_store_sectors == 16);
    CHECK(pair.global_stores == 64);
    CHECK(pair.global_store_requests == 2);
    CHECK(pair.global_store_sectors == 16);
    CHECK(sums.global_stores == 160);
    CHECK(sums.global_store_requests == 5);
}

TEST_CASE("of an inlined function, a struct's members are stored")
{
    const halo::Counters pair = counters_of<Pair>([](Pair* out) { store_inlined<<<1, 32>>>(out); });
    CHECK(pair.global_stores == 64);
    CHECK(pair.global_store_requests == 2);
    CHECK(pair.global_store_sectors == 16);
}
