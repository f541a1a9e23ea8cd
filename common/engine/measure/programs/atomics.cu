// To the profiler, atomic updates are neither loads nor stores: it counts only the accesses around them.

#include <cuda_runtime.h>

#include <vector>

#include "engine/measure/launches.hpp"
#include "cuda/device_buffer.hpp"

using measure::Arrays;

__global__ void atomic_result_unused(const int* order, int* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) atomicAdd(&out[order[i] % 64], 1);
}

/// Each value of the counter is returned exactly once, so the sum does not depend on the order.
__global__ void atomic_result_used(int* counter, int* sum, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) atomicAdd(sum, atomicAdd(counter, 1));
}

__global__ void atomic_shared(const int* order, float* out)
{
    __shared__ int s_count[64];
    const int tx = int(threadIdx.x);
    if (tx < 64) s_count[tx] = 0;
    __syncthreads();
    atomicAdd(&s_count[order[blockIdx.x * blockDim.x + tx] % 64], 1);
    __syncthreads();
    if (tx < 64) out[blockIdx.x * 64 + tx] = float(s_count[tx]);
}

/// Measures an atomic update of word `index[t]`.
template <class Update>
__global__ void atomic_shared_at(const int* index, float* out, Update update)
{
    __shared__ int s_words[1024];
    const int tx = int(threadIdx.x);
    for (int i = tx; i < 1024; i += int(blockDim.x)) s_words[i] = 0;
    __syncthreads();
    update(&s_words[index[tx]], tx);
    __syncthreads();
    for (int i = tx; i < 1024; i += int(blockDim.x)) out[blockIdx.x * 1024 + i] = float(s_words[i]);
}

struct Increment { __device__ void operator()(int* word, int) const { atomicAdd(word, 1); } };
struct Add       { __device__ void operator()(int* word, int tx) const { atomicAdd(word, tx); } };
struct Most      { __device__ void operator()(int* word, int tx) const { atomicMax(word, tx); } };
struct AddFloat  { __device__ void operator()(int* word, int tx) const { atomicAdd(reinterpret_cast<float*>(word), float(tx)); } };
struct AddAndUse { __device__ void operator()(int* word, int tx) const { if (atomicAdd(word, tx) < 0) *word = 7; } };

__global__ void atomic_exchange(const int* order, int* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) atomicCAS(&out[order[i]], 0, i);
}

__global__ void atomic_float(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) atomicAdd(&out[i % 100], in[i]);
}

/// A launch of 8 blocks; every block updates word index(t) with thread t.
template <class Update, class Index>
measure::Launch updates(const char* name, Index index)
{
    return {name, [index](const Arrays& a) {
                std::vector<int> host(256);
                for (int t = 0; t < int(host.size()); ++t) host[t] = index(t);
                halo::DeviceBuffer<int> of_threads(host.size(), "index");
                of_threads.upload(host);
                atomic_shared_at<<<8, 256>>>(of_threads.data(), a.out, Update{});
                CUDA_CHECK(cudaDeviceSynchronize());
            }};
}

int main(int argc, char** argv)
{
    constexpr int n = 5'013, kBlock = 256, kBlocks = (n + kBlock - 1) / kBlock;
    const auto counts = [](const Arrays& a) { return reinterpret_cast<int*>(a.out); };
    const auto own       = [](int t) { return t; };
    const auto one       = [](int) { return 3; };
    const auto pairs     = [](int t) { return t / 2; };
    const auto strided   = [](int t) { return t * 2; };
    const auto column    = [](int t) { return t % 32 * 32; };
    const auto scattered = [](int t) { return t * 77 % 1024 / 5; };
    return measure::run(argc, argv, {
        updates<Increment>("atomic_shared_increment_own", own),
        updates<Increment>("atomic_shared_increment_one", one),
        updates<Increment>("atomic_shared_increment_strided_2", strided),
        updates<Increment>("atomic_shared_increment_column", column),
        updates<Increment>("atomic_shared_increment_scattered", scattered),
        updates<Add>("atomic_shared_add_own", own),
        updates<Add>("atomic_shared_add_one", one),
        updates<Add>("atomic_shared_add_pairs", pairs),
        updates<Add>("atomic_shared_add_strided_2", strided),
        updates<Add>("atomic_shared_add_column", column),
        updates<Add>("atomic_shared_add_scattered", scattered),
        updates<Most>("atomic_shared_max_own", own),
        updates<Most>("atomic_shared_max_pairs", pairs),
        updates<Most>("atomic_shared_max_scattered", scattered),
        updates<AddFloat>("atomic_shared_add_float_own", own),
        updates<AddFloat>("atomic_shared_add_float_pairs", pairs),
        updates<AddAndUse>("atomic_shared_add_and_use_own", own),
        updates<AddAndUse>("atomic_shared_add_and_use_scattered", scattered),
        {"atomic_result_unused", [=](const Arrays& a) { atomic_result_unused<<<kBlocks, kBlock>>>(a.order, counts(a), n); }},
        {"atomic_result_used",   [=](const Arrays& a) { atomic_result_used<<<kBlocks, kBlock>>>(counts(a), counts(a) + 64, n); }},
        {"atomic_shared",        [](const Arrays& a) { atomic_shared<<<20, kBlock>>>(a.order, a.out); }},
        {"atomic_exchange",      [=](const Arrays& a) { atomic_exchange<<<kBlocks, kBlock>>>(a.order, counts(a), n); }},
        {"atomic_float",         [](const Arrays& a) { atomic_float<<<kBlocks, kBlock>>>(a.in, a.out, n); }},
    });
}
