// expect: clean
#include <cuda_runtime.h>

// Each block's counter is set to 0 by one of its threads, before a barrier; a launch, or a flag with fences, orders blocks.
__global__ void count(int* counters, const int* in)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y);
    if (x == 7 && y == 0) counters[blockIdx.x] = 0;
    __syncthreads();
    if (y == 1) atomicAdd(&counters[blockIdx.x], in[x + 19 * blockIdx.x]);
}

__global__ void zero(int* counters, int* ready)
{
    counters[threadIdx.x] = 0;
    if (threadIdx.x == 0) *ready = 0;
}

__global__ void count_all(int* counters, int* ready, const int* in)
{
    const int x = int(threadIdx.x);
    if (blockIdx.x == 0 && x == 0) {
        counters[1] = 3;
        __threadfence();
        atomicExch(ready, 1);
    }
    if (x == 0) {
        while (atomicAdd(ready, 0) == 0) {
        }
        __threadfence();
    }
    __syncthreads();
    atomicAdd(&counters[1], in[x + 35 * blockIdx.x]);
    atomicMax(&counters[2], in[x]);
}

int main()
{
    int *d_counters = nullptr, *d_in = nullptr, in[90];
    for (int i = 0; i < 90; ++i) in[i] = i * 3 + i % 5;
    cudaMalloc(&d_counters, 5 * sizeof(int));
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    count<<<4, dim3(19, 2)>>>(d_counters, d_in);
    zero<<<1, 4>>>(d_counters, d_counters + 4);
    count_all<<<2, 35>>>(d_counters, d_counters + 4, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_counters);
    cudaFree(d_in);
}
