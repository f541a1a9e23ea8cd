// expect: clean
#include <cuda_runtime.h>

// The lanes meet between the store and the updates, or the store is an exchange.
__global__ void begin_and_add(int* sums, const int* in)
{
    const int i = int(threadIdx.x);
    if (i == 6) sums[4] = in[i];
    __syncwarp(0x1fffffff);
    if (i % 5 == 1) atomicAdd(&sums[4], in[i % 12]);
    if (i % 7 == 3) atomicExch(&sums[0], in[5]);
    else if (i % 4 == 2) atomicMax(&sums[0], in[i % 12]);
}

int main()
{
    int *d_sums = nullptr, *d_in = nullptr, in[12];
    for (int i = 0; i < 12; ++i) in[i] = 40 - i * 3;
    cudaMalloc(&d_sums, 5 * sizeof(int));
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(d_sums, in, 5 * sizeof(int), cudaMemcpyHostToDevice);
    begin_and_add<<<1, 29>>>(d_sums, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_sums);
    cudaFree(d_in);
}
