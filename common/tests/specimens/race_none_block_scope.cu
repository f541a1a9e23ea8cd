// expect: clean
#include <cuda_runtime.h>

__device__ int locks[3];

// Each block has words of its own: sums, and a lock with fences for the block. What all share is updated for the device, or for the system.
__global__ void add(float* sums, int* all, const float* in)
{
    __shared__ int s_count;
    const int i = int(threadIdx.x);
    if (i == 0) s_count = 0;
    __syncthreads();
    atomicAdd_block(&s_count, i);
    atomicAdd_block(&sums[blockIdx.x], in[i]);
    atomicAdd(&all[0], i % 5);
    atomicMax_system(&all[0], i);
    if (i % 32 == 3) {
        while (atomicCAS_block(&locks[blockIdx.x], 0, 1) != 0) { }
        __threadfence_block();
        sums[3 + blockIdx.x] += in[i] * 0.5f;
        __threadfence_block();
        atomicExch_block(&locks[blockIdx.x], 0);
    }
    __syncthreads();
    if (i == 0) atomicAdd(&all[1], s_count);
}

int main()
{
    float *d_sums = nullptr, *d_in = nullptr, in[70];
    int* d_all = nullptr;
    for (int i = 0; i < 70; ++i) in[i] = float(i) * 0.75f + 0.5f;
    cudaMalloc(&d_sums, 6 * sizeof(float));
    cudaMalloc(&d_all, 2 * sizeof(int));
    cudaMalloc(&d_in, sizeof in);
    cudaMemset(d_sums, 0, 6 * sizeof(float));
    cudaMemset(d_all, 0, 2 * sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    for (int launch = 0; launch < 2; ++launch) add<<<3, 67>>>(d_sums, d_all, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_sums);
    cudaFree(d_all);
    cudaFree(d_in);
}
