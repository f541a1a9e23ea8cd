// covers: Atomics: atomicCAS of int, unsigned, unsigned long long and unsigned short
// covers: Atomics: custom atomics by a loop around atomicCAS: maximum of float, product of double
// covers: Atomics: a lock by atomicCAS and atomicExch with __threadfence
#include <cmath>
#include <cstdio>
#include <vector>

using Ull = unsigned long long;
constexpr int kBlocks = 5, kThreads = 70, kCount = kBlocks * kThreads;

__host__ __device__ float value_of(int i) { return float((i * 7919) % 4099) / 7.0f - 300.0f; }

__device__ float atomic_max(float* address, float value)
{
    int old = __float_as_int(value), seen = atomicCAS(reinterpret_cast<int*>(address), __float_as_int(-INFINITY), old);
    while (__int_as_float(seen) < value && seen != old) {
        const int expected = seen;
        seen = atomicCAS(reinterpret_cast<int*>(address), expected, old);
        if (seen == expected) break;
    }
    return __int_as_float(seen);
}

__device__ void atomic_multiply(double* address, double factor)
{
    Ull* bits = reinterpret_cast<Ull*>(address);
    Ull seen = atomicCAS(bits, 0ull, 0ull), expected;      // an atomic read
    do {
        expected = seen;
        seen = atomicCAS_system(bits, expected, Ull(__double_as_longlong(__longlong_as_double((long long)expected) * factor)));
    } while (seen != expected);
}

__global__ void combine(float* largest, double* product, unsigned* first, unsigned short* votes)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomic_max(largest, value_of(i));
    atomic_multiply(product, i % 2 == 0 ? 2.0 : 0.5);
    atomicCAS(first, 0xffffffffu, unsigned(i));
    atomicCAS(&votes[i % 10], (unsigned short)0, (unsigned short)(i % 10 + 1));
}

/// Only one thread of a block takes the lock: threads of one warp could wait for each other forever.
__global__ void one_after_another(int* lock, volatile int* steps)
{
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *steps = *steps + int(blockIdx.x) + 1;
    __threadfence();
    atomicExch(lock, 0);
}

int main()
{
    struct Shared {
        double product;
        float largest;
        unsigned first;
        int lock, steps;
        unsigned short votes[10];
    } h{1.0, -INFINITY, 0xffffffffu, 0, 0, {}}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    combine<<<kBlocks, kThreads>>>(&d->largest, &d->product, &d->first, d->votes);
    one_after_another<<<kBlocks, kThreads>>>(&d->lock, &d->steps);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);

    float largest = -INFINITY;
    for (int i = 0; i < kCount; ++i) largest = std::fmax(largest, value_of(i));
    bool right = h.largest == largest && h.product == 1.0 && h.first < unsigned(kCount);
    for (int i = 0; i < 10; ++i) right = right && h.votes[i] == i + 1;
    right = right && h.steps == kBlocks * (kBlocks + 1) / 2;
    if (!right)
        std::printf("largest %g (expected %g), product %g, first %u, steps %d\n", h.largest, largest, h.product, h.first, h.steps);
    return !right;
}
