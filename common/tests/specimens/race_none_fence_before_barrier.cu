// expect: clean
#include <cuda_runtime.h>

// All threads store and pass a fence; after the barrier, one of them counts the block.
__global__ void sum(const int* in, int* partial, unsigned* done, int* total)
{
    __shared__ bool s_last;
    partial[blockIdx.x * blockDim.x + threadIdx.x] = 2 * in[blockIdx.x * blockDim.x + threadIdx.x];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) s_last = atomicAdd(done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (!s_last) return;
    int all = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x) all += partial[i];
    atomicAdd(total, all);
    if (threadIdx.x == 0) *done = 0;
}

int main()
{
    int *d_in = nullptr, *d_partial = nullptr, *d_total = nullptr, in[512], total = 0;
    unsigned* d_done = nullptr;
    for (int i = 0; i < 512; ++i) in[i] = i % 7;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_partial, sizeof in);
    cudaMalloc(&d_total, sizeof(int));
    cudaMalloc(&d_done, sizeof(unsigned));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_total, 0, sizeof(int));
    cudaMemset(d_done, 0, sizeof(unsigned));
    sum<<<8, 64>>>(d_in, d_partial, d_done, d_total);
    cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 512; ++i) total -= 2 * in[i];
    cudaFree(d_in);
    cudaFree(d_partial);
    cudaFree(d_total);
    cudaFree(d_done);
    return total == 0 ? 0 : 1;
}
