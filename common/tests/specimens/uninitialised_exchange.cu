// expect: uninitialised, line 10, array d_locks, index [2]
#include <cuda_runtime.h>

// The lock was never set free: what the first exchange finds is whatever was there.
__global__ void add(int* locks, float* sums, const float* in)
{
    const int i = int(threadIdx.x);
    if (i % 32 != 0) return;
    bool mine = false;
    while (!mine) mine = atomicExch(&locks[2], 1) != 1;
    __threadfence();
    sums[2] += in[i] * 0.5f;
    __threadfence();
    atomicExch(&locks[2], 0);
}

int main()
{
    int* d_locks = nullptr;
    float *d_sums = nullptr, *d_in = nullptr;
    cudaMalloc(&d_locks, 3 * sizeof(int));
    cudaMalloc(&d_sums, 3 * sizeof(float));
    cudaMalloc(&d_in, 65 * sizeof(float));
    cudaMemset(d_sums, 0, 3 * sizeof(float));
    cudaMemset(d_in, 0, 65 * sizeof(float));
    add<<<1, 65>>>(d_locks, d_sums, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_locks);
    cudaFree(d_sums);
    cudaFree(d_in);
}
