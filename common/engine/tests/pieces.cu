// Kernels that the translator cuts at their barriers: what their threads keep, and where they wait otherwise.

#include <vector>

#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include "engine/engine.hpp"

namespace {

constexpr int kBlock = 64, kBlocks = 3, kCount = kBlock * kBlocks;

struct Large {
    int values[40];
};

/// Waits, although the kernel does not show it.
__device__ int exchanged(int* s_shared, int value)
{
    s_shared[threadIdx.x] = value;
    __syncthreads();
    return s_shared[kBlock - 1 - threadIdx.x];
}

__global__ void keeps_variables(int* out, double scale, char sign)
{
    __shared__ int s_mine[kBlock];
    const int tx = int(threadIdx.x);
    int turns = tx % 3;
    short small = short(tx);
    s_mine[tx] = tx;
    __syncthreads();
    ++turns;
    int other = s_mine[(tx + 1) % kBlock];
    __syncthreads();
    s_mine[tx] = other + turns;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s_mine[kBlock - 1 - tx] * int(scale) + small * (sign == '+' ? 1 : -1);
}

__global__ void keeps_much(int* out, Large large)
{
    const int tx = int(threadIdx.x);
    large.values[tx % 40] += tx;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = large.values[tx % 40];
}

__global__ void waits_within_pieces(int* out)
{
    __shared__ int s_shared[kBlock];
    const int tx = int(threadIdx.x);
    int sum = exchanged(s_shared, tx);
    __syncthreads();
    sum += __shfl_sync(0xffffffffu, tx, 3);
    sum += exchanged(s_shared, 2 * tx);
    __syncthreads();
    sum += __syncthreads_count(tx < 5);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// More accesses than a warp's log holds: lanes pause between two barriers.
__global__ void pauses(const int* in, int* out)
{
    const int tx = int(threadIdx.x);
    int sum = 0;
    for (int i = 0; i < 400; ++i) sum += in[(i + tx) % kCount];
    __syncthreads();
    for (int i = 0; i < 400; ++i) sum += in[(2 * i + tx) % kCount];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void some_leave(int* out)
{
    const int tx = int(threadIdx.x);
    if (tx >= 40) return;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tx;
}

__global__ void waits_for_the_grid(int* out, int* sums)
{
    const int tx = int(threadIdx.x), block = int(blockIdx.x);
    __syncthreads();
    atomicAdd(&sums[block], tx);
    cooperative_groups::this_grid().sync();
    const int next = sums[(block + 1) % kBlocks];
    __syncthreads();
    out[block * kBlock + tx] = next + tx;
}

class Ints {
public:
    Ints()
    {
        REQUIRE(cudaMalloc(&device_, kCount * sizeof(int)) == cudaSuccess);
        std::vector<int> start(kCount);
        for (int i = 0; i < kCount; ++i) start[std::size_t(i)] = i;
        cudaMemcpy(device_, start.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
        halo::engine::reset_watchers();
    }
    ~Ints() { cudaFree(device_); }
    operator int*() { return device_; }
    std::vector<int> values() const
    {
        std::vector<int> out(kCount);
        REQUIRE(cudaMemcpy(out.data(), device_, kCount * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
        return out;
    }

private:
    int* device_ = nullptr;
};

/// Checks each thread's result, in every order of threads. `launch(out)`, `want(thread of its block)`.
template <class Launch, class Want>
void gives(Launch launch, Want want)
{
    using halo::engine::Order;
    for (const auto order : {Order::forward, Order::reverse, Order::random}) {
        halo::engine::set_thread_order(order, 7);
        Ints out;
        launch(out);
        CHECK(halo::engine::findings().empty());
        const std::vector<int> got = out.values();
        for (int i = 0; i < kCount; ++i) {
            CAPTURE(i);
            REQUIRE(got[std::size_t(i)] == want(i % kBlock));
        }
    }
    halo::engine::set_thread_order(Order::forward);
}

}  // namespace

TEST_CASE("a thread finds its variables again after a barrier, whatever their size")
{
    gives([](int* out) { keeps_variables<<<kBlocks, kBlock>>>(out, 2.5, '-'); },
          [](int tx) {
              const int from = kBlock - 1 - tx;
              return 2 * ((from + 1) % kBlock + from % 3 + 1) - tx;
          });
    CHECK(halo::engine::counters().barriers == 3 * kBlocks);
    Large large;
    for (int i = 0; i < 40; ++i) large.values[i] = 100 * i;
    gives([&](int* out) { keeps_much<<<kBlocks, kBlock>>>(out, large); }, [](int tx) { return 100 * (tx % 40) + tx; });
}

TEST_CASE("a thread may also wait between the barriers of the kernel's own body")
{
    gives([](int* out) { waits_within_pieces<<<kBlocks, kBlock>>>(out); },
          [](int tx) { return 3 * (kBlock - 1 - tx) + tx / 32 * 32 + 3 + 5; });
    CHECK(halo::engine::counters().barriers == 5 * kBlocks);
    Ints in;
    gives([&](int* out) { pauses<<<kBlocks, kBlock>>>(in, out); },
          [](int tx) {
              int sum = 0;
              for (int i = 0; i < 400; ++i) sum += (i + tx) % kCount + (2 * i + tx) % kCount;
              return sum;
          });
}

TEST_CASE("blocks that wait for each other keep what their threads keep")
{
    Ints sums;
    cudaMemset(sums, 0, kCount * sizeof(int));
    Ints out;
    int *out_at = out, *sums_at = sums;
    void* arguments[] = {&out_at, &sums_at};
    REQUIRE(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(waits_for_the_grid), kBlocks, kBlock, arguments, 0, nullptr) == cudaSuccess);
    CHECK(halo::engine::findings().empty());
    const std::vector<int> got = out.values();
    for (int i = 0; i < kCount; ++i) CHECK(got[std::size_t(i)] == kBlock * (kBlock - 1) / 2 + i % kBlock);
}

TEST_CASE("a barrier that some threads do not reach is reported as if the kernel were whole")
{
    Ints out;
    some_leave<<<1, kBlock>>>(out);
    const auto findings = halo::engine::findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].arrived == 40);
    CHECK(findings[0].expected == kBlock);
    CHECK(out.values()[39] == 39);
    halo::engine::reset_watchers();
}
