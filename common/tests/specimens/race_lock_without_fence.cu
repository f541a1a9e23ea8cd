// expect: race, line 9, other 9, array d_sum
#include <cuda_runtime.h>

// The lock alone orders nothing: the next holder may read the sum that was there before.
__global__ void add(int* lock, int* sum)
{
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
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
