// The engine's counts, compared with counts made by hand.

#include <doctest/doctest.h>

#include <vector>

#include "engine/engine.hpp"

namespace {

constexpr int kTile = 256, kRadius = 2, kWidth = 2 * kRadius + 1;
__constant__ float c_filter[kWidth];

// Tiled 1D convolution, block = output tile, halo by a strided loop, one barrier.
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
    if (o < n) {
        float sum = 0.0f;
        for (int j = 0; j < kWidth; ++j) sum += s_tile[tx + j] * c_filter[j];
        out[o] = sum;
    }
}

/// Each thread of one block copies one element, `stride` elements apart, from `offset` on.
template <class T>
__global__ void strided_copy(const T* in, T* out, int stride, int offset)
{
    out[threadIdx.x] = in[int(threadIdx.x) * stride + offset];
}

/// Reads shared words `stride` apart: with a stride of 2, 4, 8 … several lanes access the same bank.
__global__ void shared_stride(float* out, int stride)
{
    __shared__ float s_words[32 * 33];
    for (int i = int(threadIdx.x); i < 32 * 33; i += 32) s_words[i] = float(i);
    __syncthreads();
    out[threadIdx.x] = s_words[(int(threadIdx.x) * stride) % (32 * 33)];
}

__global__ void constant_by(float* out, int lanes_per_word)
{
    out[threadIdx.x] = c_filter[int(threadIdx.x) / lanes_per_word];
}

__constant__ char c_chars[32];
__constant__ double c_doubles[32];
__constant__ float4 c_vectors[32];
__device__ const float d_table[8] = {0.3125f, 1.3125f, 2.3125f, 3.3125f, 4.3125f, 5.3125f, 6.3125f, 7.3125f};

/// Each lane reads an element of its own.
template <class T>
__global__ void constant_row(const T* constants, float* out)
{
    const T element = constants[threadIdx.x];
    out[threadIdx.x] = *reinterpret_cast<const char*>(&element);
}

__global__ void table_by_lane(float* out) { out[threadIdx.x] = d_table[threadIdx.x % 8]; }

__device__ void swap_both(float* values)
{
    const float first = values[0];
    values[0] = values[1];
    values[1] = first;
}

/// Loads one element, before, between and after the lives of arrays that the engine watches in both ways.
__global__ void loads_around_arrays(const float* in, float* out)
{
    const int t = int(threadIdx.x);
    float sum = in[t];
    for (int i = 0; i < 3; ++i) {
        float by_index[2], by_pointer[2];
        by_index[i % 2] = by_pointer[0] = by_pointer[1] = in[t];
        swap_both(by_pointer);
        sum += in[t] + by_index[i % 2] + by_pointer[i % 2];
    }
    out[t] = sum + in[t];
}

__global__ void add_each(int* sums) { atomicAdd(&sums[threadIdx.x], 1); }

__global__ void add_each_in_a_tile(int* out)
{
    __shared__ int s_sums[32];
    s_sums[threadIdx.x] = 0;
    atomicAdd(&s_sums[threadIdx.x], 1);
    out[threadIdx.x] = s_sums[threadIdx.x];
}

__global__ void half_a_warp_loads(const float* in, float* out)
{
    if (threadIdx.x % 2 == 0)
        out[threadIdx.x] = in[threadIdx.x];
    else
        out[threadIdx.x] = 0.0f;
}

__global__ void thread_i_loads_i_times(const float* in, float* out)
{
    float sum = 0.0f;
    for (int i = 0; i < int(threadIdx.x); ++i) sum += in[i * 32 + int(threadIdx.x)];
    out[threadIdx.x] = sum;
}

template <class T>
T* device_array(std::size_t count, float first = 1.0f)
{
    std::vector<float> host(count * sizeof(T) / sizeof(float));
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = first + float(i % 1013);
    T* device = nullptr;
    REQUIRE(cudaMalloc(&device, count * sizeof(T)) == cudaSuccess);
    REQUIRE(cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess);
    return device;
}

halo::Counters take_counters()
{
    REQUIRE(cudaGetLastError() == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(halo::engine::findings().empty());
    const halo::Counters counters = halo::engine::counters();
    halo::engine::reset_watchers();
    return counters;
}

halo::Counters run_conv1d(int n)
{
    const float filter[kWidth] = {0.5f, -1.0f, 2.0f, 0.25f, 3.0f};
    float *in = device_array<float>(std::size_t(n)), *out = device_array<float>(std::size_t(n));
    REQUIRE(cudaMemcpyToSymbol(c_filter, filter, sizeof filter) == cudaSuccess);
    halo::engine::reset_watchers();
    conv1d_tiled<<<(n + kTile - 1) / kTile, kTile>>>(in, out, n);
    const halo::Counters counters = take_counters();
    cudaFree(in);
    cudaFree(out);
    return counters;
}

}  // namespace

TEST_CASE("a tiled 1D convolution of 65,536 elements makes as many loads and stores as oclgrind counts for the same kernel in OpenCL")
{
    const halo::Counters c = run_conv1d(65536);
    CHECK(c.global_loads == 66556);
    CHECK(c.global_stores == 65536);
    CHECK(c.shared_stores == 66560);
    CHECK(c.shared_loads == 327680);
    CHECK(c.constant_loads == 327680);

    CHECK(c.launches == 1);
    CHECK(c.threads == 65536);
    CHECK(c.idle_threads == 0);
    CHECK(c.barriers == 256);
    CHECK(c.shared_bank_conflicts == 0);
    CHECK(c.constant_replays == 0);
    // 256 blocks of 8 full warps, and a ninth request of the first warp for the right halo.
    CHECK(c.global_load_requests == 256 * 9);
    CHECK(c.global_store_requests == 256 * 8);
    CHECK(c.global_store_sectors == 65536 / 8);
    // The tile begins 8 bytes before a sector boundary: 5 sectors per warp, not 4, and 2 for the right halo, which also
    // spans a boundary. One fewer at either end of the input, where the ghost elements are not loaded.
    CHECK(c.global_load_sectors == 256 * (8 * 5 + 2) - 2);
}

TEST_CASE("the counts are the same for any number of host threads and any order of threads")
{
    const halo::Counters one = [] {
        halo::engine::set_host_threads(1);
        return run_conv1d(40'001);
    }();
    for (const unsigned threads : {2u, 3u, 7u}) {
        CAPTURE(threads);
        halo::engine::set_host_threads(threads);
        CHECK(run_conv1d(40'001) == one);
    }
    for (const auto order : {halo::engine::Order::reverse, halo::engine::Order::random}) {
        halo::engine::set_thread_order(order, 42);
        CHECK(run_conv1d(40'001) == one);
    }
    halo::engine::set_thread_order(halo::engine::Order::forward);
    halo::engine::set_host_threads(0);
}

TEST_CASE("sectors of a warp follow stride and alignment")
{
    float *in = device_array<float>(32 * 32 + 8), *out = device_array<float>(32);
    struct Case {
        int stride, offset;
        unsigned sectors;
    };
    for (const Case c : {Case{1, 0, 4}, {1, 1, 5}, {1, 7, 5}, {1, 8, 4}, {2, 0, 8}, {4, 0, 16}, {8, 0, 32}, {32, 0, 32}, {0, 3, 1}}) {
        CAPTURE(c.stride);
        CAPTURE(c.offset);
        halo::engine::reset_watchers();
        strided_copy<<<1, 32>>>(in, out, c.stride, c.offset);
        const halo::Counters counters = take_counters();
        CHECK(counters.global_loads == 32);
        CHECK(counters.global_load_requests == 1);
        CHECK(counters.global_load_sectors == c.sectors);
    }
    cudaFree(in);
    cudaFree(out);
}

TEST_CASE("a float4 is four elements, one request and its own sectors")
{
    float4 *in = device_array<float4>(32), *out = device_array<float4>(32);
    halo::engine::reset_watchers();
    strided_copy<<<1, 32>>>(in, out, 1, 0);
    const halo::Counters c = take_counters();
    CHECK(c.global_loads == 128);
    CHECK(c.global_load_sectors == 16);
    cudaFree(in);
    cudaFree(out);
}

TEST_CASE("an atomic update stores an element, but is not a load or store instruction")
{
    int* sums = device_array<int>(64);
    halo::engine::reset_watchers();
    add_each<<<1, 64>>>(sums);
    const halo::Counters global = take_counters();
    CHECK(global.global_stores == 64);
    CHECK(global.idle_threads == 0);
    CHECK(global.blocks == 1);
    CHECK(global.global_loads == 0);
    CHECK(global.global_load_requests == 0);
    CHECK(global.global_store_requests == 0);
    CHECK(global.global_store_sectors == 0);

    halo::engine::reset_watchers();
    add_each_in_a_tile<<<1, 32>>>(sums);
    const halo::Counters shared = take_counters();
    CHECK(shared.shared_stores == 32 + 32);      // a plain store and an update of each word
    CHECK(shared.shared_store_requests == 1);    // the plain store
    CHECK(shared.shared_loads == 32);
    CHECK(shared.shared_load_requests == 1);
    CHECK(shared.global_store_requests == 1);
    cudaFree(sums);
}

TEST_CASE("each further lane in one bank costs a wavefront, and a broadcast costs none")
{
    float* out = device_array<float>(32);
    struct Case {
        int stride;
        unsigned conflicts;
    };
    for (const Case c : {Case{1, 0}, {2, 1}, {4, 3}, {8, 7}, {32, 31}, {33, 0}, {0, 0}}) {
        CAPTURE(c.stride);
        halo::engine::reset_watchers();
        shared_stride<<<1, 32>>>(out, c.stride);
        CHECK(take_counters().shared_bank_conflicts == c.conflicts);
    }
    cudaFree(out);
}

TEST_CASE("a constant read by a whole warp is one broadcast; different words are replayed")
{
    float* out = device_array<float>(32);
    halo::engine::reset_watchers();
    constant_by<<<1, 32>>>(out, 32);
    CHECK(take_counters().constant_replays == 0);
    constant_by<<<1, 32>>>(out, 8);
    CHECK(take_counters().constant_replays == 3);
    cudaFree(out);
}

TEST_CASE("a constant is replayed for each further address at which a lane begins, whatever its width, and 16 bytes are two loads")
{
    float* out = device_array<float>(32);
    const auto replays = [&](auto& constants) {
        void* address = nullptr;
        cudaGetSymbolAddress(&address, constants);
        halo::engine::reset_watchers();
        constant_row<<<1, 32>>>(static_cast<std::remove_reference_t<decltype(constants[0])>*>(address), out);
        return take_counters().constant_replays;
    };
    CHECK(replays(c_chars) == 31);
    CHECK(replays(c_doubles) == 31);
    CHECK(replays(c_vectors) == 62);
    cudaFree(out);
}

TEST_CASE("a const table in device memory is read like any other array there")
{
    float* out = device_array<float>(32);
    halo::engine::reset_watchers();
    table_by_lane<<<1, 32>>>(out);
    const halo::Counters c = take_counters();
    CHECK(c.global_loads == 32);
    CHECK(c.global_load_requests == 1);
    CHECK(c.global_load_sectors == 1);
    CHECK(c.constant_loads == 0);
    cudaFree(out);
}

TEST_CASE("lanes are grouped by place and occurrence, so that divergence does not split a request")
{
    float *in = device_array<float>(32 * 32), *out = device_array<float>(32);
    halo::engine::reset_watchers();
    half_a_warp_loads<<<1, 32>>>(in, out);
    halo::Counters c = take_counters();
    CHECK(c.global_loads == 16);
    CHECK(c.global_load_requests == 1);
    CHECK(c.global_load_sectors == 4);

    thread_i_loads_i_times<<<1, 32>>>(in, out);
    c = take_counters();
    CHECK(c.global_loads == 31 * 32 / 2);
    CHECK(c.global_load_requests == 31);
    cudaFree(in);
    cudaFree(out);
}

TEST_CASE("a partial last warp is one request of fewer lanes, and threads that store nothing are idle")
{
    float *in = device_array<float>(64), *out = device_array<float>(64);
    halo::engine::reset_watchers();
    strided_copy<<<1, 40>>>(in, out, 1, 0);
    halo::Counters c = take_counters();
    CHECK(c.global_load_requests == 2);
    CHECK(c.global_load_sectors == 5);
    CHECK(c.idle_threads == 0);
    conv1d_tiled<<<1, kTile>>>(in, out, 10);
    c = take_counters();
    CHECK(c.idle_threads == kTile - 10);
    cudaFree(in);
    cudaFree(out);
}

namespace {

__global__ void loads_atomically(const unsigned* in, unsigned* out)
{
    out[threadIdx.x] = __atomic_load_n(in + threadIdx.x, __ATOMIC_RELAXED);
}

__global__ void adds_nothing(unsigned* in, unsigned* out) { out[threadIdx.x] = __sync_fetch_and_add(in + threadIdx.x, 0u); }

/// Thread 0 shows all others where its own array is; `shared`: a shared one.
__global__ void show_an_array(float* out, bool shared)
{
    __shared__ float* s_shown;
    __shared__ float s_array[32];
    float mine[32];
    if (threadIdx.x == 0) s_shown = shared ? s_array : mine;
    __syncthreads();
    s_shown[threadIdx.x] = 1.0f;
    __syncthreads();
    out[threadIdx.x] = s_shown[31 - threadIdx.x];
    __syncthreads();
}

__device__ void fill(float* array, int n)
{
    for (int i = 0; i < n; ++i) array[i] = float(i);
    __syncthreads();
}

__global__ void fill_its_own(float* out)
{
    float mine[32];
    fill(mine, 32);
    out[threadIdx.x] = mine[threadIdx.x];
}

}  // namespace

TEST_CASE("a load is counted as one when the compiler's atomic functions make it, and an update of nothing is an atomic access")
{
    auto* const in = device_array<unsigned>(32);
    auto* const out = device_array<unsigned>(32);
    halo::engine::reset_watchers();
    loads_atomically<<<1, 32>>>(in, out);
    const halo::Counters loaded = take_counters();
    CHECK(loaded.global_loads == 32);
    CHECK(loaded.global_load_requests == 1);
    halo::engine::reset_watchers();
    adds_nothing<<<1, 32>>>(in, out);
    CHECK(take_counters().global_stores == 64);     // what it adds to, and out
    cudaFree(in);
    cudaFree(out);
}

TEST_CASE("what a kernel has loaded is not loaded again because it declares a local array")
{
    auto* const in = device_array<float>(32);
    auto* const out = device_array<float>(32);
    cudaMemset(in, 0, 32 * sizeof(float));
    halo::engine::reset_watchers();
    loads_around_arrays<<<1, 32>>>(in, out);
    const halo::Counters counted = take_counters();
    CHECK(counted.global_loads == 32);
    CHECK(counted.global_load_requests == 1);
    CHECK(halo::engine::findings().empty());
    cudaFree(in);
    cudaFree(out);
}

TEST_CASE("a thread's local array is its own: another thread that uses it is a finding, a function that it calls is not")
{
    auto* const out = device_array<float>(32);
    halo::engine::reset_watchers();
    fill_its_own<<<1, 32>>>(out);
    show_an_array<<<1, 32>>>(out, true);
    cudaDeviceSynchronize();
    CHECK(halo::engine::findings().empty());

    halo::engine::reset_watchers();
    show_an_array<<<1, 32>>>(out, false);
    cudaDeviceSynchronize();
    cudaGetLastError();
    const std::vector<halo::Finding> found = halo::engine::findings();
    REQUIRE(!found.empty());
    CHECK(found.front().outside == halo::Outside::other_thread);
    CHECK(found.front().thread == halo::Index3{1, 0, 0});
    CHECK(found.front().other_thread == halo::Index3{0, 0, 0});
    halo::engine::reset_watchers();
    cudaFree(out);
}
