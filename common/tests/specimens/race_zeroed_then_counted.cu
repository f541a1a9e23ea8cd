// expect: race, line 13, other 10, array d_counters, index [2]; then race, line 21, other 23, array s_count
#include <cuda_runtime.h>

// The first block sets the counters to 0 by plain stores, with a barrier before its own updates; other blocks may add before.
__global__ void count(int* counters, const int* in)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y), i = x + 19 * int(blockIdx.x);
    if (blockIdx.x == 0 && y == 0)
        if (x < 3)
            counters[x] = 0;
    __syncthreads();
    if (y == 1)
        atomicAdd(&counters[in[i] % 2 == 0 ? 0 : blockIdx.x == 0 ? 1 : 2], in[i]);
}

// Likewise in shared memory: a warp's lanes meet, but the other warps do not wait for them.
__global__ void count_shared(int* counters, const int* in)
{
    __shared__ int s_count;
    const int i = int(threadIdx.x);
    if (i == 0) s_count = 5;
    __syncwarp();
    atomicAdd(&s_count, in[i]);
    __syncthreads();
    if (i == 9) counters[1] = s_count;
}

int main()
{
    int *d_counters = nullptr, *d_in = nullptr, in[90];
    for (int i = 0; i < 90; ++i) in[i] = i * 3 + i % 5;
    cudaMalloc(&d_counters, 3 * sizeof(int));
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_counters, 1, 3 * sizeof(int));
    count<<<4, dim3(19, 2)>>>(d_counters, d_in);
    count_shared<<<1, 70>>>(d_counters, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_counters);
    cudaFree(d_in);
}
