// expect: race, line 10, other 10, array d_sum
#include <cuda_runtime.h>

// The fence after the lock is taken is there, the one before it is released is missing.
__global__ void add(int* lock, int* sum)
{
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *sum += int(blockIdx.x) + 1;
    atomicExch(lock, 0);
}

int main()
{
    int *d_lock = nullptr, *d_sum = nullptr;
    cudaMalloc(&d_lock, sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_lock, 0, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    add<<<50, 32>>>(d_lock, d_sum);
    cudaDeviceSynchronize();
    cudaFree(d_lock);
    cudaFree(d_sum);
}
