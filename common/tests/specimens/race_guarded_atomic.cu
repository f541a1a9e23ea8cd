// expect: race, line 9, other 8, array d_best, index [2]
#include <cuda_runtime.h>

// The plain read that guards an update is not atomic, whether or not an update follows it. Only a compare-and-swap makes up for what it missed.
__global__ void largest(int* best, const int* values, int first)
{
    const int i = int(threadIdx.x) + first;
    if (best[2] < values[i])
        atomicMax(&best[2], values[i]);
}

int main()
{
    int *d_best = nullptr, *d_values = nullptr, values[75];
    for (int i = 0; i < 75; ++i) values[i] = 3 + i * 7 - i % 4;
    cudaMalloc(&d_best, 3 * sizeof(int));
    cudaMalloc(&d_values, sizeof values);
    cudaMemset(d_best, 0, 3 * sizeof(int));
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    largest<<<1, 61>>>(d_best, d_values, 9);
    cudaDeviceSynchronize();
    cudaFree(d_best);
    cudaFree(d_values);
}
