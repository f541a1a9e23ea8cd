// expect: race, line 8, other 8, array lock_word; then race, line 10, other 10, array d_sums, index [5]
#include <cuda_runtime.h>

__device__ int lock_word;

__device__ void add_locked(float* sum, float value)
{
    while (atomicCAS_block(&lock_word, 0, 1) != 0) { }
    __threadfence();
    *sum += value;
    __threadfence();
    atomicExch_block(&lock_word, 0);
}

// The fences are for the device, but the lock is one for each block's threads alone: blocks do not exclude each other.
__global__ void add(float* sums, const float* in)
{
    if (threadIdx.x % 32 == 0) add_locked(&sums[5], in[threadIdx.x + blockIdx.x]);
}

int main()
{
    float *d_sums = nullptr, *d_in = nullptr, in[70];
    for (int i = 0; i < 70; ++i) in[i] = float(i) * 0.75f + 0.5f;
    cudaMalloc(&d_sums, 6 * sizeof(float));
    cudaMalloc(&d_in, sizeof in);
    cudaMemset(d_sums, 0, 6 * sizeof(float));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    add<<<3, 65>>>(d_sums, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_sums);
    cudaFree(d_in);
}
