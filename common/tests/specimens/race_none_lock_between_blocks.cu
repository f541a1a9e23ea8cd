// expect: clean
#include <cuda_runtime.h>

// One thread of each block takes a lock, and fences keep what it guards inside.
__global__ void add(int* lock, int* sum)
{
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *sum += int(blockIdx.x);
    __threadfence();
    atomicExch(lock, 0);
}

int main()
{
    int *d_lock = nullptr, *d_sum = nullptr, sum = 0;
    cudaMalloc(&d_lock, sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_lock, 0, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    add<<<50, 32>>>(d_lock, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_lock);
    cudaFree(d_sum);
    return sum == 50 * 49 / 2 ? 0 : 1;
}
