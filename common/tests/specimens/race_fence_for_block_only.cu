// expect: race, line 11, other 11, array d_sum
#include <cuda_runtime.h>

// __threadfence_block() orders memory for threads of the own block alone. Blocks share this lock.
__global__ void add(int* lock, int* sum)
{
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence_block();
    {
        *sum += int(blockIdx.x) + 1;
    }
    __threadfence_block();
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
