// Atomic updates are neither loads nor stores to the profiler: what it counts is what lies around them.

#include <cuda_runtime.h>

#include "cpu/measure/launches.hpp"

using measure::Arrays;

__global__ void atomic_result_unused(const int* order, int* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) atomicAdd(&out[order[i] % 64], 1);
}

/// Each value of the counter comes up once, whoever gets it: the sum does not depend on the order.
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

int main(int argc, char** argv)
{
    constexpr int n = 5'013, kBlock = 256, kBlocks = (n + kBlock - 1) / kBlock;
    const auto counts = [](const Arrays& a) { return reinterpret_cast<int*>(a.out); };
    return measure::run(argc, argv, {
        {"atomic_result_unused", [=](const Arrays& a) { atomic_result_unused<<<kBlocks, kBlock>>>(a.order, counts(a), n); }},
        {"atomic_result_used",   [=](const Arrays& a) { atomic_result_used<<<kBlocks, kBlock>>>(counts(a), counts(a) + 64, n); }},
        {"atomic_shared",        [](const Arrays& a) { atomic_shared<<<20, kBlock>>>(a.order, a.out); }},
        {"atomic_exchange",      [=](const Arrays& a) { atomic_exchange<<<kBlocks, kBlock>>>(a.order, counts(a), n); }},
        {"atomic_float",         [](const Arrays& a) { atomic_float<<<kBlocks, kBlock>>>(a.in, a.out, n); }},
    });
}
