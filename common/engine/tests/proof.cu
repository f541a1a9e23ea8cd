// Kernels that use memory without a counted access go wrong while they are proved, and no others do; and which inputs reached which outputs.

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "engine/engine.hpp"
#include "engine/tests/input_use.cuh"

namespace {

using halo::ArrayRole;
using halo::Stretch;

const float kWindow[2] = {0, 0};
__device__ float d_kept[kCount];

/// Indexing a constant array inserts no call, wherever the index leads.
__device__ float unseen(const float* from) { return kWindow[from - kWindow]; }

__global__ void neighbours(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i] + 2 * in[(i + 5) % n];
}
__global__ void neighbours_unseen(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i] + 2 * unseen(in + (i + 5) % n);
}
/// Every block loads all that it needs, and looks again without a call.
__global__ void loads_and_looks(const float* in, float* out, int n)
{
    __shared__ float s_sum;
    const int first = int(blockIdx.x * blockDim.x), i = first + int(threadIdx.x);
    float sum = 0;
    for (int k = 0; k < int(blockDim.x) + 5; ++k) sum += in[(first + k) % n];
    if (threadIdx.x == 0) s_sum = sum;
    __syncthreads();
    if (i < n) out[i] = in[i] + 2 * unseen(in + (i + 5) % n) + 0 * s_sum;
}
__global__ void keep(const float* in, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) d_kept[i] = in[i];
}
__global__ void of_kept_unseen(float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = unseen(d_kept + i) + 2 * unseen(d_kept + (i + 5) % n);
}
__global__ void from_host(const float* in, const float* host, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i] + 2 * unseen(host + (i + 5) % n);
}
/// Words, pairs, memcpy, shared memory, a device variable, an atomic, and what other blocks stored.
__global__ void many_ways(const float* in, float* out, int n)
{
    __shared__ float s_in[kThreads];
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    float pair[2] = {0, 0};
    if (i < n) s_in[threadIdx.x] = in[i];
    __syncthreads();
    if (i + 1 < n) std::memcpy(pair, in + i, sizeof pair);
    if (i < n) d_kept[i] = s_in[threadIdx.x];
    if (i < n) out[i] = 0;
    if (i < n) atomicAdd(out + i, s_in[threadIdx.x]);
    if (i + 1 < n && pair[0] != s_in[threadIdx.x]) out[i] = -1;
}
__global__ void add_kept(float* out, int n)
{
    const int i = 2 * int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 >= n) return;
    float2 both = *reinterpret_cast<float2*>(out + i);
    both.x += 2 * d_kept[(i + 5) % n], both.y += 2 * d_kept[(i + 6) % n];
    *reinterpret_cast<float2*>(out + i) = both;
}

__global__ void add_atomically(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) atomicAdd(out + i, in[i]);
}
/// A card moves a struct of three bytes by three instructions.
__global__ void bytes_of(const uchar3* in, uchar3* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i];
}

/// A call that is proved: its output on the host, and the proof.
struct Proved {
    std::vector<float> in = std::vector<float>(kCount), out = in;
    halo::Proof proof;

    template <class Launch>
    explicit Proved(Launch launch)
    {
        for (int i = 0; i < kCount; ++i) in[i] = float(i % 17) + 0.25f * float(i % 5) + 1;
        float *d_in, *d_out;
        cudaMalloc(&d_in, kCount * sizeof(float));
        cudaMalloc(&d_out, kCount * sizeof(float));
        halo::engine::give_array({in.data(), std::size_t(kCount), sizeof(float), ArrayRole::input});
        halo::engine::give_array({out.data(), std::size_t(kCount), sizeof(float), ArrayRole::output});
        halo::engine::prove(true);
        cudaMemcpy(d_in, in.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
        launch(d_in, d_out);
        cudaMemcpy(out.data(), d_out, kCount * sizeof(float), cudaMemcpyDeviceToHost);
        proof = halo::engine::proof();
        halo::engine::prove(false);
        halo::engine::forget_given_arrays();
        cudaFree(d_in);
        cudaFree(d_out);
    }
    int wrong() const
    {
        int wrong = 0;
        for (int i = 0; i < kCount; ++i) wrong += out[i] != in[i] + 2 * in[(i + 5) % kCount] ? 1 : 0;
        return wrong;
    }
};

}  // namespace

TEST_CASE("what a kernel reads without a counted load is something else, wherever it is")
{
    CHECK(Proved([](float* in, float* out) { neighbours_unseen<<<kBlocks, kThreads>>>(in, out, kCount); }).wrong() == kCount);
    CHECK(Proved([](float* in, float* out) { loads_and_looks<<<kBlocks, kThreads>>>(in, out, kCount); }).wrong() > kCount * 9 / 10);
    CHECK(Proved([](float* in, float* out) {
              keep<<<kBlocks, kThreads>>>(in, kCount);
              of_kept_unseen<<<kBlocks, kThreads>>>(out, kCount);
          }).wrong() == kCount);
    CHECK(Proved([](float* in, float* out) {
              static std::vector<float>* host = nullptr;         // the array of the call
              std::vector<float> copy(kCount);
              cudaMemcpy(copy.data(), in, kCount * sizeof(float), cudaMemcpyDeviceToHost);
              halo::engine::give_array({copy.data(), std::size_t(kCount), sizeof(float), ArrayRole::filter});
              host = &copy;
              from_host<<<kBlocks, kThreads>>>(in, host->data(), out, kCount);
              cudaDeviceSynchronize();
          }).wrong() == kCount);
}

TEST_CASE("kernels whose accesses are all counted stay right, and memory is what it was")
{
    const Proved plain([](float* in, float* out) { neighbours<<<kBlocks, kThreads>>>(in, out, kCount); });
    CHECK(plain.wrong() == 0);
    CHECK(plain.proof.global_loads == 2 * kCount);
    CHECK(plain.proof.global_stores == kCount);
    const Proved many([](float* in, float* out) {
        many_ways<<<kBlocks, kThreads>>>(in, out, kCount);
        add_kept<<<kBlocks, kThreads / 2>>>(out, kCount);
    });
    CHECK(many.wrong() == 0);
    CHECK(many.proof.shared_loads == 3 * kCount - 1);
}

TEST_CASE("after one launch it is known which block stored which outputs on the device, and after two, or an update, it is not")
{
    constexpr int kMany = 1500, kWide = 256;
    std::vector<float> in(kMany, 1);
    float *d_in, *d_out;
    cudaMalloc(&d_in, kMany * sizeof(float));
    cudaMalloc(&d_out, kMany * sizeof(float));
    cudaMemcpy(d_in, in.data(), kMany * sizeof(float), cudaMemcpyHostToDevice);
    const auto stored_by = [&](auto launch) {
        halo::engine::give_array({d_in, std::size_t(kMany), sizeof(float), ArrayRole::input});
        halo::engine::give_array({d_out, std::size_t(kMany), sizeof(float), ArrayRole::output});
        launch();
        const halo::StoredBy blocks = halo::engine::stored_by();
        halo::engine::forget_given_arrays();
        return blocks;
    };
    const halo::StoredBy once = stored_by([&] { triple<<<(kMany + kWide - 1) / kWide, kWide>>>(d_in, d_out, kMany); });
    REQUIRE(once.size() == 6);
    CHECK(once[1] == std::vector<Stretch>{{256, 256}});
    CHECK(once[5] == std::vector<Stretch>{{1280, 220}});
    CHECK(stored_by([&] {
              triple<<<(kMany + kWide - 1) / kWide, kWide>>>(d_in, d_out, kMany);
              add_one<<<(kMany + kWide - 1) / kWide, kWide>>>(d_out, kMany);
          }).empty());
    CHECK(stored_by([&] { add_atomically<<<(kMany + kWide - 1) / kWide, kWide>>>(d_in, d_out, kMany); }).empty());
    cudaFree(d_in);
    cudaFree(d_out);
}

TEST_CASE("a struct is counted as the instructions that move it")
{
    halo::engine::reset_watchers();
    const Proved bytes([](float* in, float* out) { bytes_of<<<kBlocks, kThreads>>>(reinterpret_cast<const uchar3*>(in), reinterpret_cast<uchar3*>(out), kCount); });
    CHECK(bytes.proof.global_loads == 3 * kCount);
    CHECK(halo::engine::counters().global_loads == bytes.proof.global_loads);
    CHECK(halo::engine::counters().global_stores == bytes.proof.global_stores);
}

TEST_CASE("a block's share has what it loaded itself and what others loaded for what it loaded")
{
    const Proved plain([](float* in, float* out) { neighbours<<<kBlocks, kThreads>>>(in, out, kCount); });
    REQUIRE(plain.proof.blocks.size() == kBlocks);
    CHECK(plain.proof.inputs == kCount);
    CHECK(plain.proof.blocks[1].loaded == std::vector<Stretch>{{kThreads, kThreads + 5}});
    CHECK(plain.proof.blocks[1].stored == std::vector<Stretch>{{kThreads, kThreads}});
    CHECK(plain.proof.blocks[kBlocks - 1].loaded == std::vector<Stretch>{{0, 5}, {std::uint64_t(kBlocks - 1) * kThreads, std::uint64_t(kCount - (kBlocks - 1) * kThreads)}});

    const Proved kept([](float* in, float* out) {
        many_ways<<<kBlocks, kThreads>>>(in, out, kCount);
        add_kept<<<kBlocks, kThreads / 2>>>(out, kCount);
    });
    CHECK(kept.proof.blocks[1].loaded == std::vector<Stretch>{{kThreads, 2 * kThreads + 1}});       // of two blocks of the first launch, one of which looks at one element more
    const Proved unseen_again([](float* in, float* out) { neighbours_unseen<<<kBlocks, kThreads>>>(in, out, kCount); });
    CHECK(unseen_again.proof.blocks[1].loaded == std::vector<Stretch>{{kThreads, kThreads}});
}
