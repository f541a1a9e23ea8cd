// A launch whose blocks turn out to depend on each other on several host threads is undone and run again, in order: contents, counts and findings are
// those of one host thread. The first blocks never show it, so that others already run at the same time.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/tests/recorded.cuh"

namespace {

using recorded::Device;

constexpr int kBlocks = 150, kThreads = 64, kCount = kBlocks * kThreads;
constexpr unsigned kLate = 95;    // a block that runs beside others

__device__ unsigned in_place[kCount];

struct Mixed {
    double d;
    float f[3];
};

__device__ int place() { return int(blockIdx.x * blockDim.x + threadIdx.x); }

template <int N>
__global__ void many_race(float* a, float* b)
{
    const int i = place();
    a[i] = a[i] * 2 + 1;
    in_place[i] += unsigned(i) * 3 + N * 0;
    if (blockIdx.x < kLate) return;
    const int word = int(blockIdx.x) % 7;
    if (blockIdx.x % 2 == 0) b[word] = a[i];
    else if (blockIdx.x % 3 == 0) b[word + 1] += 0.5f;
    else a[i] += b[word];
}

template <int N>
__global__ void one_ends(float* a, float* b)
{
    const int i = place();
    a[i] = a[i] * 2 + 1;
    if (blockIdx.x == kLate && threadIdx.x == 3) b = nullptr;
    b[i] = float(N * 0 + i);
}

template <int N>
__global__ void sum_of_late_blocks(float* a, float* b)
{
    const int i = place();
    a[i] = a[i] * 2 + 1;
    if (blockIdx.x >= kLate) atomicAdd(&b[N * 0 + 2], i % 5 == 0 ? 3e7f : 0.3f * float(i % 11));
}

template <int N>
__global__ void structs(float* a, float* b)
{
    const int i = place();
    auto* mixed = reinterpret_cast<Mixed*>(a);
    if (i < kCount / 8) {
        Mixed m = mixed[i];
        m.d += 1;
        for (float& f : m.f) f = f * 2 + 1;
        mixed[i] = m;
    }
    if (blockIdx.x >= kLate) b[N * 0] = float(i);
}

/// Whether a block stores to `b`, depends on what a later one stores to its first element.
template <int N>
__global__ void some_store(float* a, float* b)
{
    const int i = place();
    if (blockIdx.x < kLate - 10 && i > 0 && b[N * 0] < 5) b[i] = a[i];
    if (blockIdx.x == kLate - 25 && threadIdx.x == 0) b[0] = 9;
}

__global__ void copy(const float* from, float* to)
{
    const int i = place();
    to[i] = from[i];
}

template <int N>
__global__ void surface_in_place(cudaSurfaceObject_t surface, float* b)
{
    float value = 0;
    surf2Dread(&value, surface, int(threadIdx.x * sizeof(float)), int(blockIdx.x));
    surf2Dwrite(value * 2 + 1, surface, int(threadIdx.x * sizeof(float)), int(blockIdx.x));
    if (blockIdx.x >= kLate) b[N * 0] = float(blockIdx.x);
}

/// Words of a large array, far from each other.
__global__ void spread(float* large, std::size_t words)
{
    large[std::size_t(place()) * 4099 % words] += 1;
}

template <int N>
struct ManyRace {
    static void run(float* a, float* b) { many_race<N><<<kBlocks, kThreads>>>(a, b); }
};
template <int N>
struct OneEnds {
    static void run(float* a, float* b) { one_ends<N><<<kBlocks, kThreads>>>(a, b); }
};
template <int N>
struct SumOfLateBlocks {
    static void run(float* a, float* b) { sum_of_late_blocks<N><<<kBlocks, kThreads>>>(a, b); }
};
template <int N>
struct Structs {
    static void run(float* a, float* b) { structs<N><<<kBlocks, kThreads>>>(a, b); }
};
template <int N>
struct Registered {
    static void run(float* a, float* b)
    {
        alignas(256) static float host[kCount];     // sectors are counted
        cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
        REQUIRE(cudaHostRegister(host, sizeof host, cudaHostRegisterMapped) == cudaSuccess);
        many_race<N + 100><<<kBlocks, kThreads>>>(host, b);
        cudaDeviceSynchronize();
        cudaHostUnregister(host);
        cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    }
};
template <int N>
struct SomeStore {
    static void run(float* a, float* b)
    {
        const Device<float> unset(kCount);
        cudaMemset(unset.d_data, 0, sizeof(float));
        some_store<N><<<kBlocks, kThreads>>>(a, unset.d_data);
        copy<<<kBlocks, kThreads>>>(unset.d_data, b);
    }
};
template <int N>
struct SurfaceInPlace {
    static void run(float* a, float* b)
    {
        constexpr std::size_t kRow = kThreads * sizeof(float);
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        REQUIRE(cudaMallocArray(&resource.res.array.array, &format, kThreads, kBlocks, cudaArraySurfaceLoadStore) == cudaSuccess);
        REQUIRE(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, a, kRow, kRow, kBlocks, cudaMemcpyDeviceToDevice) == cudaSuccess);
        cudaSurfaceObject_t surface = 0;
        REQUIRE(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess);
        surface_in_place<N><<<kBlocks, kThreads>>>(surface, b);
        REQUIRE(cudaMemcpy2DFromArray(a, kRow, resource.res.array.array, 0, 0, kRow, kBlocks, cudaMemcpyDeviceToDevice) == cudaSuccess);
        cudaDestroySurfaceObject(surface);
        cudaFreeArray(resource.res.array.array);
    }
};

/// What a finding says that might depend on timing.
struct Found {
    halo::FindingKind kind;
    int line, other_line;
    std::vector<std::int64_t> index;
    halo::Index3 block, thread, other_block, other_thread;
    std::uint64_t count;
    friend bool operator==(const Found&, const Found&) = default;
};

/// What a launch leaves behind.
struct Outcome {
    std::vector<float> a, b;
    std::vector<unsigned> variable;
    std::vector<Found> findings;
    halo::Counters counters;
};

template <class Case>
Outcome outcome(int host_threads)
{
    const Device<float> a(kCount), b(kCount);
    Outcome out;
    for (int i = 0; i < kCount; ++i) out.a.push_back(float(i % 37)), out.variable.push_back(unsigned(i));
    cudaMemcpy(a.d_data, out.a.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b.d_data, out.a.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(in_place, out.variable.data(), kCount * sizeof(unsigned));
    out.b.resize(kCount);
    halo::engine::reset_watchers();
    halo::engine::set_host_threads(unsigned(host_threads));
    Case::run(a.d_data, b.d_data);
    halo::engine::set_host_threads(0);
    cudaGetLastError();
    out.counters = halo::engine::counters();
    for (const halo::Finding& f : halo::engine::findings())
        out.findings.push_back({f.kind, f.at.line, f.other.line, f.index, f.block, f.thread, f.other_block, f.other_thread, f.count});
    cudaMemcpy(out.a.data(), a.d_data, kCount * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(out.b.data(), b.d_data, kCount * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(out.variable.data(), in_place, kCount * sizeof(unsigned));
    halo::engine::reset_watchers();
    return out;
}

/// Words that was never stored hold NaN.
bool same_bits(const std::vector<float>& x, const std::vector<float>& y) { return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0; }

void check_same(const Outcome& one, const Outcome& several, int host_threads)
{
    INFO("host threads: ", host_threads);
    CHECK(one.findings == several.findings);
    CHECK(one.counters == several.counters);
    CHECK(same_bits(one.a, several.a));
    CHECK(same_bits(one.b, several.b));
    CHECK(one.variable == several.variable);
}

/// Each run is of another kernel, named in its launch: of one that was undone, the engine knows that its blocks run in order.
template <template <int> class Case>
Outcome check_any_number_of_host_threads()
{
    const Outcome one = outcome<Case<0>>(1);
    [&]<int... N>(std::integer_sequence<int, N...>) {
        (check_same(one, outcome<Case<N + 1>>(N % 2 == 0 ? 2 : 4), N % 2 == 0 ? 2 : 4), ...);
    }(std::make_integer_sequence<int, 10>());
    return one;
}

}  // namespace

TEST_CASE("blocks that race late: findings, counts and contents are those of one host thread")
{
    const Outcome one = check_any_number_of_host_threads<ManyRace>();
    CHECK(one.findings.size() >= 2);
    CHECK(one.variable[kCount - 1] == (kCount - 1) * 4u);
    CHECK(one.a[40] == 7);     // 3 * 2 + 1, once
}

TEST_CASE("likewise where they work on registered memory of the host")
{
    const Outcome one = check_any_number_of_host_threads<Registered>();
    CHECK(one.findings.size() >= 2);
    CHECK(one.a[40] == 7);
}

TEST_CASE("a launch that a late block ends: later blocks have stored nothing")
{
    const Outcome one = check_any_number_of_host_threads<OneEnds>();
    REQUIRE(one.findings.size() == 1);
    const int after = int(kLate + 1) * kThreads;
    CHECK(one.a[after] == after % 37);
    CHECK(one.a[after - 1] == (after - 1) % 37 * 2 + 1);
}

TEST_CASE("late blocks that add floats: the sum is rounded as on one host thread")
{
    const Outcome one = check_any_number_of_host_threads<SumOfLateBlocks>();
    CHECK(one.findings.empty());
    CHECK(one.b[2] > 1e9f);
}

TEST_CASE("a kernel works in place on structs, and a late block races")
{
    const Outcome one = check_any_number_of_host_threads<Structs>();
    CHECK(one.findings.size() == 1);
}

TEST_CASE("which words are initialised is undone, too")
{
    const Outcome one = check_any_number_of_host_threads<SomeStore>();
    CHECK(one.findings.size() >= 2);     // a race, and words that only an undone block had stored
}

TEST_CASE("a kernel works in place on a surface, and a late block races")
{
    const Outcome one = check_any_number_of_host_threads<SurfaceInPlace>();
    CHECK(one.findings.size() == 1);
    CHECK(one.a[kCount - 1] == (kCount - 1) % 37 * 2 + 1);
}

TEST_CASE("what a launch stores here and there in a large array is not saved without end")
{
    constexpr std::size_t kWords = 20'000'003;   // 80 MB; a prime: no two threads have one word
    const Device<float> large(kWords);
    REQUIRE(cudaMemset(large.d_data, 0, kWords * sizeof(float)) == cudaSuccess);
    halo::engine::reset_watchers();
    halo::engine::set_host_threads(2);
    spread<<<kBlocks, kThreads>>>(large.d_data, kWords);
    halo::engine::set_host_threads(0);
    CHECK(halo::engine::findings().empty());
    CHECK(halo::engine::counters().global_stores == kCount);
    std::vector<float> got(kWords);
    REQUIRE(cudaMemcpy(got.data(), large.d_data, kWords * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(std::count(got.begin(), got.end(), 1.0f) == kCount);
    CHECK(std::count(got.begin(), got.end(), 0.0f) == std::ptrdiff_t(kWords) - kCount);
}
